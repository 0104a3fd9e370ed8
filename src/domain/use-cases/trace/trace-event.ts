import type { StoredEvent } from "../../../ports/event-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { EventTrace, TraceEdge } from "../../model/trace.ts";
import { validateId, validateInteger } from "../../query/validate-request.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import { boundReceipt } from "../forks/bound-receipt.ts";
import type { CallOptions, Caller, EventTraceRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { resolveScope } from "../scope/resolve-scope.ts";
import { VisibleSessions } from "../visible-session.ts";
import { EdgeRenderer } from "./edge-renderer.ts";
import type { RelatedEvent } from "./related-events.ts";
import { siblingsOf, surroundings } from "./surroundings.ts";

/** Edges shown per group, and one step further in all (design §9). */
export const MAX_EDGES = 20;

/**
 * The local relationships of one event (design §9). Totals are exact; at most 20 edges of each group are shown. An event whose file has
 * changed is still placed, with an empty preview, and coverage says `catching-up`. Errors: `InvalidRequest`, `NotFound`, `Cancelled`.
 */
export async function traceEvent(
  request: EventTraceRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  { signal }: CallOptions = {},
): Promise<EventTrace> {
  const depth = validateInteger("depth", request.depth, { from: 1, to: 2, byDefault: 1 });
  const sessionId = validateId("sessionId", request.sessionId);
  const entryId = validateId("entryId", request.entryId);
  const scope = await resolveScope(caller, parts);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const { source, event: target } = await sessions.find(sessionId, entryId, caller);
  throwIfCancelled(signal);
  const near = await surroundings(target, source, sessions, parts);
  const siblings = await siblingsOf(target, near, source, sessions);
  const totals = {
    children: near.children.length,
    branchSiblings: siblings.length,
    related: near.related.length,
  };
  const renderer = new EdgeRenderer(parts);
  const groups = [near.parent ? [near.parent] : [], near.children, siblings, near.related].map((edges) =>
    edges.slice(0, MAX_EDGES),
  );
  const rendered = await renderGroups(groups, target, depth === 2 ? MAX_EDGES : 0, {
    sessions,
    parts,
    renderer,
    signal,
  });
  const [[parent] = [], children = [], branchSiblings = [], related = []] = rendered.groups;
  return {
    target: renderer.node(target, near.event, source),
    ...(parent && { parent }),
    children,
    branchSiblings,
    related,
    totals,
    forks: near.forks.map(boundReceipt),
    truncated: rendered.isCut || Object.values(totals).some((total) => total > MAX_EDGES),
    coverage: await coverageOf(scope, parts, outcome, renderer.unconfirmed),
  };
}

/** Shows the edges, and behind them, in order, up to `budget` edges in all that lead to nodes not shown otherwise. */
async function renderGroups(
  groups: readonly (readonly RelatedEvent[])[],
  target: StoredEvent,
  budget: number,
  context: {
    readonly sessions: VisibleSessions;
    readonly parts: HistoryParts;
    readonly renderer: EdgeRenderer;
    readonly signal: AbortSignal | undefined;
  },
): Promise<{ groups: TraceEdge[][]; isCut: boolean }> {
  const { sessions, parts, renderer, signal } = context;
  const shown = new Set([target.key, ...groups.flat().map((edge) => edge.event.key)]);
  let left = budget;
  let isCut = false;
  const further = async (edge: RelatedEvent): Promise<TraceEdge[]> => {
    // Once something was left out, nobody asks what else there is.
    if (budget === 0 || isCut) return [];
    const beyond: TraceEdge[] = [];
    const near = await surroundings(edge.event, edge.source, sessions, parts);
    for (const next of [...(near.parent ? [near.parent] : []), ...near.children, ...near.related]) {
      if (shown.has(next.event.key)) continue;
      isCut = left === 0;
      if (isCut) break;
      shown.add(next.event.key);
      left--;
      beyond.push(await renderer.edge(next, edge.event));
    }
    return beyond;
  };
  const rendered: TraceEdge[][] = [];
  for (const group of groups) {
    const edges: TraceEdge[] = [];
    for (const edge of group) {
      throwIfCancelled(signal);
      const beyond = await further(edge);
      edges.push({ ...(await renderer.edge(edge, target)), ...(beyond.length > 0 && { edges: beyond }) });
    }
    rendered.push(edges);
  }
  return { groups: rendered, isCut };
}
