import type { BranchForkReceipt } from "../../model/fork-receipt.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { boundReceipt } from "../forks/bound-receipt.ts";
import { sessionForks } from "../forks/session-forks.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { VisibleSessions } from "../visible-session.ts";
import type { EntryColumns } from "./entry-columns.ts";
import type { Branch } from "./select-branch.ts";

/** A stretch of a branch: places in its path, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Entries of one stretch at which other sessions' forks are looked for: each costs a look-up per session of the lineage. */
const LOOKED_AT = 1_000;

/**
 * The forks met along stretches of a branch, those inside the session first: every entry after which history goes on in more than one way.
 * Of a stretch of more than 1,000 entries only the first 1,000 are looked at for forks in other sessions. Cost: the session's entries, and
 * as `sessionForks`.
 */
export async function branchForks(
  stretches: readonly Stretch[],
  { path }: Branch,
  columns: EntryColumns,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<BranchForkReceipt[]> {
  const receipts = inSession(stretches, path, columns, source);
  for (const { first, last } of stretches) {
    // The entry behind the stretch tells where the branch goes on; forks at that one are met with the next stretch.
    const behind = path[last + 1];
    const numbers = [
      ...path.slice(first, Math.min(last + 1, first + LOOKED_AT)),
      ...(behind === undefined ? [] : [behind]),
    ];
    const events = await parts.store.events(numbers.map((number) => columns.keyOf(number)));
    const met = await sessionForks(events, source, sessions);
    const behindId = behind === undefined ? undefined : columns.tree.idOf(behind);
    receipts.push(...met.filter(({ at }) => at.entryId !== behindId));
  }
  return receipts.map(boundReceipt);
}

function inSession(
  stretches: readonly Stretch[],
  path: readonly number[],
  columns: EntryColumns,
  source: SessionSourceRecord,
): BranchForkReceipt[] {
  const { tree } = columns;
  const places = stretches.flatMap(({ first, last }) =>
    path.slice(first, last + 1).map((number, at) => [number, first + at] as const),
  );
  const children = new Map<number, number[]>(places.map(([number]) => [number, []]));
  for (const number of tree.numbers()) {
    if (columns.isVisible(number)) children.get(tree.parentOf(number))?.push(number);
  }
  const ref = (number: number) => ({ sessionId: source.session.sessionId, entryId: tree.idOf(number) });
  return places.flatMap(([number, place]) => {
    const candidates = children.get(number) ?? [];
    const chosen = path[place + 1];
    if (candidates.length < 2) return [];
    return [
      {
        kind: "in-session" as const,
        at: ref(number),
        candidates: candidates.map(ref),
        ...(chosen !== undefined && candidates.includes(chosen) && { chosen: ref(chosen) }),
      },
    ];
  });
}
