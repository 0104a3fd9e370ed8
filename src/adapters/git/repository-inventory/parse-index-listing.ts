import { inventoryFailed } from "../../../domain/model/errors.ts";
import type { IndexEntryRecord } from "../../../ports/repository-inventory.ts";
import { decodeUtf8 } from "./decode-utf8.ts";

const ENTRY = /^(100644|100755|120000|160000) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-3])\t(.+)$/s;

/** A path that leads elsewhere, or into git's own folder: git writes none, but an index from elsewhere may hold one. */
const UNPLAIN = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;

/** The entries of `git ls-files --stage -z`. Errors: `InventoryFailed` for anything else than whole, plain entries. */
export function parseIndexListing(listing: Uint8Array): readonly IndexEntryRecord[] {
  if (listing.length === 0) return [];
  const lines = decodeUtf8(listing, "A name in the index").split("\0");
  if (lines.pop() !== "") throw malformed();
  const entries = lines.map(parseEntry);
  const isRepeated = entries.some(({ path, stage }, at) => {
    const before = entries[at - 1];
    return before?.path === path && before.stage === stage;
  });
  if (isRepeated) throw malformed();
  return entries;
}

function parseEntry(line: string): IndexEntryRecord {
  const [, mode, objectId, stage, path] = ENTRY.exec(line) ?? [];
  if (mode === undefined || objectId === undefined || path === undefined || UNPLAIN.test(path)) throw malformed();
  return {
    path,
    mode: mode as IndexEntryRecord["mode"],
    objectId,
    stage: Number(stage) as IndexEntryRecord["stage"],
  };
}

function malformed(): Error {
  return inventoryFailed("The index is malformed.");
}
