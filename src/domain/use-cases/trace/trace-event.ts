import type { StoredEvent } from "../../../ports/event-record.ts";
import type { BranchForkReceipt } from "../../model/fork-receipt.ts";
import type { EventTrace, TraceEdge } from "../../model/trace.ts";
import { validateId, validateInteger } from "../../query/validate-request.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import { inSessionForks } from "../forks/in-session-forks.ts";
import { sessionForks } from "../forks/session-forks.ts";
import type { Caller, EventTraceRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import { resolveScope } from "../scope/resolve-scope.ts";
import { VisibleSessions } from "../visible-session.ts";
import { type RelatedEvent, relatedEvents } from "./related-events.ts";
import { traceNode } from "./trace-node.ts";

/** Edges shown per group, and one step further in all (design §9). */
export const MAX_EDGES = 20;

interface Surroundings {
  readonly parent?: RelatedEvent;
  readonly children: readonly RelatedEvent[];
  readonly siblings: readonly RelatedEvent[];
  readonly related: readonly RelatedEvent[];
  readonly forks: readonly BranchForkReceipt[];
}

/**
 * The local relationships of one event (design §9). Totals are exact; at most 20 edges of each group are shown.
 * Errors: `InvalidRequest`, `NotFound`. An event whose file has changed is still placed, with an empty preview.
 */
export async function traceEvent(
  request: EventTraceRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
): Promise<EventTrace> {
  const depth = validateInteger("depth", request.depth, { from: 1, to: 2, byDefault: 1 });
  const sessionId = validateId("sessionId", request.sessionId);
  const entryId = validateId("entryId", request.entryId);
  const scope = await resolveScope(caller, parts);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const { source, event: target } = await sessions.find(sessionId, entryId, caller);
  const near = await surroundings(target, source, sessions, parts);
  const shown = new Set([identityOf(source, target)]);
  for (const edge of [...(near.parent ? [near.parent] : []), ...near.children, ...near.siblings, ...near.related]) {
    shown.add(identityOf(edge.source, edge.event));
  }
  let further = depth === 2 ? MAX_EDGES : 0;
  const render = async (edges: readonly RelatedEvent[]): Promise<TraceEdge[]> => {
    const rendered: TraceEdge[] = [];
    for (const edge of edges.slice(0, MAX_EDGES)) {
      const beyond: TraceEdge[] = [];
      if (further > 0) {
        for (const next of await furtherEdges(edge, sessions, parts)) {
          const identity = identityOf(next.source, next.event);
          if (further === 0 || shown.has(identity)) continue;
          shown.add(identity);
          further--;
          beyond.push(await renderEdge(next, parts));
        }
      }
      rendered.push({ ...(await renderEdge(edge, parts)), ...(beyond.length > 0 && { edges: beyond }) });
    }
    return rendered;
  };
  const [parent] = near.parent ? await render([near.parent]) : [];
  const totals = {
    children: near.children.length,
    branchSiblings: near.siblings.length,
    related: near.related.length,
  };
  return {
    target: traceNode(target, await loadEvent(target, source, parts), source),
    // A parent never leads to the leaf: the way there goes down from it.
    ...(parent && { parent: { ...parent, towardLeaf: false } }),
    children: await render(near.children),
    branchSiblings: await render(near.siblings),
    related: await render(near.related),
    totals,
    forks: near.forks,
    truncated: Object.values(totals).some((total) => total > MAX_EDGES),
    coverage: await coverageOf(scope, parts, outcome),
  };
}

async function surroundings(
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<Surroundings> {
  const edge = (relation: RelatedEvent["relation"], evidence: RelatedEvent["evidence"]) => (event: StoredEvent) => ({
    relation,
    evidence,
    event,
    source,
  });
  const parent = target.parentId === target.entryId ? undefined : await sessions.event(source, target.parentId);
  const children = (await sessions.children(source, target.entryId)).filter(
    (child) => child.entryId !== target.entryId,
  );
  const siblings = parent
    ? (await sessions.children(source, parent.entryId)).filter((child) => child.entryId !== target.entryId)
    : [];
  const event = await loadEvent(target, source, parts);
  const forks = await sessionForks([target], source, sessions);
  return {
    ...(parent && { parent: edge("parent", "recorded")(parent) }),
    children: children.map(edge("child", "recorded")),
    siblings: siblings.map(edge("sibling", "inferred")),
    related: [
      ...(await relatedEvents(target, event, source, sessions, parts)),
      ...(await forkedEvents(forks, target, source, sessions)),
    ],
    forks: [...(await inSessionForks([target], source, sessions)), ...forks],
  };
}

/** Edges to the continuations of the target in other sessions, and to the parent session's own copy of it. */
async function forkedEvents(
  forks: readonly BranchForkReceipt[],
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
): Promise<RelatedEvent[]> {
  const edges: RelatedEvent[] = [];
  for (const ref of forks.flatMap((fork) => [fork.at, ...fork.candidates])) {
    const other = sessions.scope.bySessionId.get(ref.sessionId);
    if (other === undefined || other.key === source.key) continue;
    const event = await sessions.event(other, ref.entryId);
    const isKnown = edges.some((edge) => edge.event.key === event?.key);
    if (event && event.key !== target.key && !isKnown)
      edges.push({ relation: "session-fork", evidence: "inferred", event, source: other });
  }
  return edges;
}

/** One step beyond an edge: what its node is connected with. */
async function furtherEdges(
  edge: RelatedEvent,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<RelatedEvent[]> {
  const near = await surroundings(edge.event, edge.source, sessions, parts);
  return [...(near.parent ? [near.parent] : []), ...near.children, ...near.related];
}

async function renderEdge(edge: RelatedEvent, parts: HistoryParts): Promise<TraceEdge> {
  return {
    relation: edge.relation,
    evidence: edge.evidence,
    towardLeaf: edge.relation !== "parent" && edge.event.branchState === "selected",
    node: traceNode(edge.event, await loadEvent(edge.event, edge.source, parts), edge.source),
    ...(edge.file !== undefined && { file: edge.file }),
  };
}

function identityOf(source: SessionSourceRecord, event: StoredEvent): string {
  return `${source.key} ${event.key}`;
}
