import { notFound, RecallError } from "../../model/errors.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { walkToRoot } from "../../tree/session-tree.ts";
import type { Caller } from "../history.ts";
import type { EntryColumns } from "./entry-columns.ts";

/** One branch of a session, from its first entry to its tip, as far as the caller may see it. */
export interface Branch {
  /** Numbers of its entries. */
  readonly path: readonly number[];
  /** Places in `path` that hold messages, ascending. */
  readonly messages: readonly number[];
  /** Id of its last entry; absent where it holds none. */
  readonly tip?: string;
  /** Place of the entry that was asked for. */
  readonly anchor?: number;
}

/**
 * The branch that a request is about: the one that ends at `tip`; else the selected one (Pi's walk from the leaf, the caller's own session at
 * its live leaf), unless `anchor` lies on another: then the one that goes on from there to the entry that was written last.
 * Errors: the one public `NotFound` for ids that the session does not hold, `InvalidRequest` where the tip's branch does not hold the anchor.
 * Cost: the length of the branch; the session's entries where a branch is looked for.
 */
export function selectBranch(
  columns: EntryColumns,
  leaf: number | undefined,
  { tip, anchor }: { readonly tip?: string | undefined; readonly anchor?: string | undefined } = {},
): Branch {
  const end = tip === undefined ? leaf : findOrThrow(columns, tip);
  const wanted = anchor === undefined ? undefined : findOrThrow(columns, anchor);
  let path = visiblePath(columns, end);
  if (wanted !== undefined && !path.includes(wanted)) {
    if (tip !== undefined) {
      throw new RecallError(
        "InvalidRequest",
        "`aroundMessageId` does not lie on the branch that ends at `branchTip`: leave `branchTip` out to follow the message's own branch.",
      );
    }
    path = visiblePath(columns, lastBelow(columns, wanted));
  }
  const messages = [...path.keys()].filter((place) => columns.isMessage(path[place] as number));
  const last = path.at(-1);
  return {
    path,
    messages,
    ...(last !== undefined && { tip: columns.tree.idOf(last) }),
    ...(wanted !== undefined && { anchor: path.indexOf(wanted) }),
  };
}

/** The entry at which the selected path ends: for the caller's own session the live leaf, where the index holds it already. */
export function leafOf(
  source: SessionSourceRecord,
  columns: EntryColumns,
  caller: Caller,
  own: SessionSourceRecord | undefined,
): number | undefined {
  const live = source.key === own?.key ? caller.session?.leafId : undefined;
  if (live === null) return undefined;
  const stored = source.session.leafId;
  return (
    (live === undefined ? undefined : columns.tree.numberOf(live)) ??
    (stored === undefined ? undefined : columns.tree.numberOf(stored))
  );
}

function findOrThrow(columns: EntryColumns, entryId: string): number {
  const number = columns.find(entryId);
  if (number === undefined) throw notFound();
  return number;
}

function visiblePath(columns: EntryColumns, end: number | undefined): number[] {
  return walkToRoot(end, columns.tree)
    .path.toReversed()
    .filter((number) => columns.isVisible(number));
}

/** The entry that was written last of those at and below another one. */
function lastBelow(columns: EntryColumns, top: number): number {
  const { tree } = columns;
  const isKnown = new Uint8Array(tree.size);
  isKnown[top] = 1;
  for (let last = tree.size - 1; last >= 0; last--) {
    if (!tree.stands(last) || !columns.isVisible(last)) continue;
    // What was walked before does not lead to the top: else the walk would have ended there.
    let current = last;
    while (current >= 0 && isKnown[current] !== 1) {
      isKnown[current] = 1;
      current = tree.parentOf(current);
    }
    if (current === top) return last;
  }
  return top;
}
