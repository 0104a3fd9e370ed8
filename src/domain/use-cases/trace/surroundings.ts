import type { StoredEvent } from "../../../ports/event-record.ts";
import type { Event } from "../../model/event.ts";
import type { BranchForkReceipt } from "../../model/fork-receipt.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { inSessionForks } from "../forks/in-session-forks.ts";
import { sessionForks } from "../forks/session-forks.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import type { VisibleSessions } from "../visible-session.ts";
import { type RelatedEvent, relatedEvents } from "./related-events.ts";

/** What one event is connected with, all of it. */
export interface Surroundings {
  /** The event's reading, where its source still holds it. */
  readonly event: Event | undefined;
  readonly parent?: RelatedEvent;
  readonly children: readonly RelatedEvent[];
  readonly related: readonly RelatedEvent[];
  readonly forks: readonly BranchForkReceipt[];
}

/** Looks up one step around an event (design §9), siblings left out. Cost: the edges found. */
export async function surroundings(
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<Surroundings> {
  const event = await loadEvent(target, source, parts);
  const parent = target.parentId === target.entryId ? undefined : await sessions.event(source, target.parentId);
  const forks = await sessionForks([target], source, sessions);
  return {
    event,
    ...(parent && { parent: { relation: "parent", evidence: "recorded", event: parent, source } }),
    children: (await otherChildren(target.entryId, target, source, sessions)).map((child) => {
      return { relation: "child", evidence: "recorded", event: child, source };
    }),
    related: [
      ...(await relatedEvents(target, event, source, sessions, parts)),
      ...(await forkedEvents(forks, target, source, sessions)),
    ],
    forks: [...(await inSessionForks([target], source, sessions)), ...forks],
  };
}

/** The other children of the target's parent: derived adjacency, which no entry records. */
export async function siblingsOf(
  target: StoredEvent,
  { parent }: Surroundings,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<RelatedEvent[]> {
  if (parent === undefined) return [];
  const siblings = await otherChildren(parent.event.entryId, target, source, sessions);
  return siblings.map((sibling) => ({ relation: "sibling", evidence: "inferred", event: sibling, source }));
}

async function otherChildren(
  parentId: string,
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<StoredEvent[]> {
  return (await sessions.children(source, parentId)).filter((child) => child.entryId !== target.entryId);
}

/** Edges to the continuations of the target in other sessions, and to the parent session's own copy of it. */
async function forkedEvents(
  forks: readonly BranchForkReceipt[],
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<RelatedEvent[]> {
  const edges: RelatedEvent[] = [];
  const known = new Set([target.key]);
  for (const ref of forks.flatMap((fork) => [fork.at, ...fork.candidates])) {
    const other = sessions.scope.bySessionId.get(ref.sessionId);
    if (other === undefined || other.key === source.key) continue;
    const event = await sessions.event(other, ref.entryId);
    if (event === undefined || known.has(event.key)) continue;
    known.add(event.key);
    edges.push({ relation: "session-fork", evidence: "inferred", event, source: other });
  }
  return edges;
}
