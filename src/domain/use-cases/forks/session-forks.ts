import type { EventRef } from "../../../ports/event-ref.ts";
import type { StoredEvent } from "../../../ports/event-record.ts";
import type { BranchForkReceipt } from "../../model/fork-receipt.ts";
import { compareAge, type SessionSourceRecord } from "../../tree/lineage.ts";
import type { VisibleSessions } from "../visible-session.ts";
import { NAMED_CANDIDATES } from "./in-session-forks.ts";

/**
 * Pi forks that copied history into another session, met along a path of one session (design §8): one receipt per anchor, the parent
 * session's event being `at`. Candidates are the parent's own continuations and those of every visible session forked there.
 * Only visible sessions take part. Cost: one look-up of the anchor per session forked from this one or from an ancestor of it.
 */
export async function sessionForks(
  path: readonly StoredEvent[],
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<BranchForkReceipt[]> {
  const onPath = new Map(path.map((event, place) => [event.entryId, place]));
  const receipts: BranchForkReceipt[] = [];
  for (const parent of ancestorsAndSelf(source, sessions)) {
    const forks = new Map<string, { anchor: StoredEvent; children: SessionSourceRecord[] }>();
    for (const child of forkedFrom(parent, sessions)) {
      const anchor = await sessions.forkAnchor(child, parent);
      const place = anchor && onPath.get(anchor.entryId);
      if (anchor === undefined || place === undefined || !isSameEvent(anchor, path[place])) continue;
      const fork = forks.get(anchor.entryId) ?? { anchor, children: [] };
      fork.children.push(child);
      forks.set(anchor.entryId, fork);
    }
    for (const { anchor, children } of forks.values()) {
      const candidates = await continuations(anchor, parent, children, sessions);
      const next = path[(onPath.get(anchor.entryId) as number) + 1];
      const chosen = candidates.find(
        (candidate) => candidate.sessionId === source.session.sessionId && candidate.entryId === next?.entryId,
      );
      receipts.push({
        kind: "session-fork",
        at: { sessionId: parent.session.sessionId, entryId: anchor.entryId },
        candidates: candidates.slice(0, NAMED_CANDIDATES),
        ...(chosen && { chosen }),
      });
    }
  }
  return receipts;
}

function ancestorsAndSelf(source: SessionSourceRecord, sessions: VisibleSessions): SessionSourceRecord[] {
  const chain: SessionSourceRecord[] = [];
  let current: SessionSourceRecord | undefined = source;
  while (current !== undefined) {
    chain.push(current);
    current = sessions.scope.lineages.get(current.key)?.parent;
  }
  return chain;
}

function forkedFrom(parent: SessionSourceRecord, sessions: VisibleSessions): SessionSourceRecord[] {
  return sessions.scope.visible
    .filter((candidate) => sessions.scope.lineages.get(candidate.key)?.parent?.key === parent.key)
    .toSorted(compareAge);
}

/** What follows the anchor: in the parent whatever no fork copied, in each fork whatever the parent does not hold. */
async function continuations(
  anchor: StoredEvent,
  parent: SessionSourceRecord,
  children: readonly SessionSourceRecord[],
  sessions: VisibleSessions,
): Promise<EventRef[]> {
  const inParent = await sessions.children(parent, anchor.entryId);
  const refs = inParent.map((event) => ({ sessionId: parent.session.sessionId, entryId: event.entryId }));
  for (const child of children) {
    for (const event of await sessions.children(child, anchor.entryId)) {
      const isCopied = inParent.some((own) => isSameEvent(own, event));
      if (!isCopied) refs.push({ sessionId: child.session.sessionId, entryId: event.entryId });
    }
  }
  return refs;
}

function isSameEvent(one: StoredEvent, other: StoredEvent | undefined): boolean {
  return (
    other !== undefined &&
    one.entryId === other.entryId &&
    one.entryType === other.entryType &&
    one.contentHash === other.contentHash
  );
}
