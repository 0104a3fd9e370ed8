import type { StoredEvent } from "../../../ports/event-record.ts";
import type { BranchForkReceipt } from "../../model/fork-receipt.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { VisibleSessions } from "../visible-session.ts";

/**
 * The forks inside one session along a path (in conversational order): every event of the path with several children, all of them named.
 * `chosen` is the child that the path goes on with; at its end, the child on the way to the leaf, if one is.
 */
export async function inSessionForks(
  path: readonly StoredEvent[],
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<BranchForkReceipt[]> {
  const receipts: BranchForkReceipt[] = [];
  for (const [place, event] of path.entries()) {
    const children = await sessions.children(source, event.entryId);
    if (children.length < 2) continue;
    const chosen = path[place + 1] ?? children.find((child) => child.branchState === "selected");
    const ref = (entryId: string) => ({ sessionId: source.session.sessionId, entryId });
    receipts.push({
      kind: "in-session",
      at: ref(event.entryId),
      candidates: children.map((child) => ref(child.entryId)),
      ...(chosen && children.some((child) => child.entryId === chosen.entryId) && { chosen: ref(chosen.entryId) }),
    });
  }
  return receipts;
}
