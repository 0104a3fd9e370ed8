import type { EventLink } from "../model/event.ts";
import type { EntryReading, UnplacedFragment } from "./entry-reading.ts";
import { fileLinksOfDetails } from "./file-evidence.ts";
import { firstKeptEntryIndex } from "./first-kept-entry-index.ts";
import { type JsonObject, readField, readName, readString } from "./json-object.ts";

/**
 * A compaction: its summary, the first entry that it keeps, and the files that it lists. Its copy of the system message is not read.
 * In a version 1 file an index names the first kept entry, which only the reader of the whole file can resolve (`firstKeptEntryIndex`).
 */
export function readCompaction(entry: JsonObject, version: number): EntryReading {
  const kept = firstKeptEntryIndex(entry, version) === undefined ? readName(entry, "firstKeptEntryId") : undefined;
  const link: readonly EventLink[] = kept === undefined ? [] : [{ type: "compaction-first-kept", entryId: kept }];
  return {
    contribution: "compaction",
    fragments: summaryFragments(entry, "summary.compaction"),
    links: [...link, ...fileLinksOfDetails(entry)],
  };
}

/** A summary of a branch that was left: its text, the leaf of that branch (nothing for `root`), and the files that it lists. */
export function readBranchSummary(entry: JsonObject): EntryReading {
  const fromId = readName(entry, "fromId");
  const link: readonly EventLink[] =
    fromId === undefined || fromId === "root" ? [] : [{ type: "branch-summary", entryId: fromId }];
  return {
    // Pi puts nothing into the context where the summary is empty.
    contribution: readField(entry, "summary") ? "summary" : "none",
    fragments: summaryFragments(entry, "summary.branch"),
    links: [...link, ...fileLinksOfDetails(entry)],
  };
}

function summaryFragments(
  entry: JsonObject,
  kind: "summary.compaction" | "summary.branch",
): readonly UnplacedFragment[] {
  const text = readString(entry, "summary");
  return text === undefined ? [] : [{ kind, text }];
}
