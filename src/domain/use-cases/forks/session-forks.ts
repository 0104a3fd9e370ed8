import type { EventRef } from "../../../ports/event-ref.ts";
import type { StoredEvent } from "../../../ports/event-record.ts";
import type { SourceKey } from "../../../ports/source-record.ts";
import type { BranchForkReceipt } from "../../model/fork-receipt.ts";
import { compareAge, type SessionSourceRecord } from "../../tree/lineage.ts";
import type { VisibleSessions } from "../visible-session.ts";

/**
 * Pi forks that copied history into another session, met along a path of one session (design §8): one receipt per anchor, the parent
 * session's event being `at`. Candidates are the parent's own continuations and those of every visible session forked there, all named.
 * Every fork of the lineage counts: a fork of a fork may have left at an event that this session holds too. In the order of the path; at
 * one event the session's own forks and its ancestors' come first. Only visible sessions take part. Cost: a look-up per session of the lineage and event of the path, and one of
 * the anchor per session that shares an event with the path.
 */
export async function sessionForks(
  path: readonly StoredEvent[],
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<BranchForkReceipt[]> {
  const onPath = new Map(path.map((event, place) => [event.entryId, place]));
  const met: { place: number; receipt: BranchForkReceipt }[] = [];
  for (const { parent, children } of forkedSessions(source, sessions)) {
    const forks = new Map<string, { anchor: StoredEvent; children: SessionSourceRecord[] }>();
    for (const child of children) {
      if (child.key !== source.key && !(await sharesAny(path, child, sessions))) continue;
      const anchor = await sessions.forkAnchor(child, parent);
      const place = anchor && onPath.get(anchor.entryId);
      if (anchor === undefined || place === undefined || !isSameEvent(anchor, path[place])) continue;
      const fork = forks.get(anchor.entryId) ?? { anchor, children: [] };
      fork.children.push(child);
      forks.set(anchor.entryId, fork);
    }
    for (const { anchor, children: forked } of forks.values()) {
      const candidates = await continuations(anchor, parent, forked, sessions);
      const place = onPath.get(anchor.entryId) as number;
      const next = path[place + 1];
      const chosen = candidates.find(
        (candidate) => candidate.sessionId === source.session.sessionId && candidate.entryId === next?.entryId,
      );
      const at = { sessionId: parent.session.sessionId, entryId: anchor.entryId };
      met.push({ place, receipt: { kind: "session-fork", at, candidates, ...(chosen && { chosen }) } });
    }
  }
  return met.toSorted((one, other) => one.place - other.place).map(({ receipt }) => receipt);
}

interface ForkedSession {
  readonly parent: SessionSourceRecord;
  /** The oldest first. */
  readonly children: readonly SessionSourceRecord[];
}

/** The sessions of a lineage that others were forked from: this one, its ancestors from the nearest on, then the others by age. */
function forkedSessions(source: SessionSourceRecord, { scope }: VisibleSessions): ForkedSession[] {
  const lineage = scope.lineages.get(source.key)?.lineage;
  const childrenOf = new Map<SourceKey, SessionSourceRecord[]>();
  for (const candidate of scope.visible) {
    const place = scope.lineages.get(candidate.key);
    if (place?.parent === undefined || place.lineage !== lineage) continue;
    const siblings = childrenOf.get(place.parent.key);
    if (siblings) siblings.push(candidate);
    else childrenOf.set(place.parent.key, [candidate]);
  }
  const parents: SessionSourceRecord[] = [];
  let current: SessionSourceRecord | undefined = source;
  while (current !== undefined) {
    parents.push(current);
    current = scope.lineages.get(current.key)?.parent;
  }
  const known = new Set(parents.map((parent) => parent.key));
  const others = [...childrenOf.keys()].filter((key) => !known.has(key)).flatMap((key) => scope.byKey.get(key) ?? []);
  return [...parents, ...others.toSorted(compareAge)].map((parent) => ({
    parent,
    children: (childrenOf.get(parent.key) ?? []).toSorted(compareAge),
  }));
}

/** Whether a session holds any event of the path: finding its anchor costs all its events where it does not. */
async function sharesAny(
  path: readonly StoredEvent[],
  session: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<boolean> {
  for (const event of path) {
    const held = await sessions.event(session, event.entryId);
    if (held && isSameEvent(held, event)) return true;
  }
  return false;
}

/** What follows the anchor: in the parent whatever no fork copied, in each fork whatever the parent does not hold. */
async function continuations(
  anchor: StoredEvent,
  parent: SessionSourceRecord,
  children: readonly SessionSourceRecord[],
  sessions: VisibleSessions,
): Promise<EventRef[]> {
  const inParent = await sessions.children(parent, anchor.entryId);
  const byId = new Map(inParent.map((event) => [event.entryId, event]));
  const refs = inParent.map((event) => ({ sessionId: parent.session.sessionId, entryId: event.entryId }));
  for (const child of children) {
    for (const event of await sessions.children(child, anchor.entryId)) {
      if (isSameEvent(event, byId.get(event.entryId))) continue;
      refs.push({ sessionId: child.session.sessionId, entryId: event.entryId });
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
