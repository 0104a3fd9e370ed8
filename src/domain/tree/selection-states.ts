import type { BranchState, SelectionState } from "../../ports/vocabulary.ts";
import { type EventsById, type TreeEvent, walkToRoot } from "./session-tree.ts";

/** A link that decides selection: recorded by `from`, naming the entry `to`. Other relations are ignored. */
export interface SelectionLink {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}

/** Entry types that never contribute to the model's context. */
const CONTEXT_TYPES = new Set(["message", "custom_message", "compaction", "branch_summary"]);

/**
 * What becomes of every event in the context that Pi would build at the leaf (design §8, Pi's `buildSessionProjection`).
 * `states` are the branch states for the same leaf. Cost: linear.
 */
export function selectionStates<Event extends TreeEvent>(
  byId: EventsById<Event>,
  links: readonly SelectionLink[],
  leafId: string | null,
  states: ReadonlyMap<string, BranchState>,
): Map<string, SelectionState> {
  const linkFrom = new Map<string, SelectionLink>();
  for (const link of links) if (SELECTION_RELATIONS.has(link.relation)) linkFrom.set(link.from, link);
  const leaf = leafId === null ? undefined : byId.get(leafId);
  const walk = walkToRoot(leaf, byId);
  const path = walk.end === "cycle" ? [] : walk.events.toReversed();
  const context = contextOf(path, linkFrom);
  const omitted = omittedTargets(context.entries, linkFrom);
  const represented = representedByBranchSummaries(context.entries, path, byId, linkFrom, omitted);
  const direct = new Set(
    context.entries.filter((event) => contributes(event, event === context.compaction)).map((event) => event.entryId),
  );
  const onPath = new Set(path.map((event) => event.entryId));
  const inContext = new Set(context.entries.map((event) => event.entryId));
  const result = new Map<string, SelectionState>();
  for (const event of byId.values()) {
    result.set(event.entryId, stateOf(event));
  }
  return result;

  function stateOf(event: Event): SelectionState {
    const { entryId } = event;
    if (!CONTEXT_TYPES.has(event.entryType)) return "not-applicable";
    if (event.contribution === "excluded" || omitted.has(entryId)) return "not-selected";
    if (event.contribution === "unreadable" || states.get(entryId) === "unknown") return "unknown";
    if (direct.has(entryId)) return "direct";
    const isCutOff = onPath.has(entryId) && (!inContext.has(entryId) || event.contribution === "compaction");
    return isCutOff || represented.has(entryId) ? "summarized" : "not-selected";
  }
}

const SELECTION_RELATIONS = new Set(["context-edit", "context-omission", "compaction-first-kept", "branch-summary"]);

/** The entries that Pi reads the context from: the latest compaction, what it keeps, and what follows it. */
function contextOf<Event extends TreeEvent>(
  path: readonly Event[],
  linkFrom: ReadonlyMap<string, SelectionLink>,
): { compaction: Event | undefined; entries: readonly Event[] } {
  const at = path.findLastIndex((event) => event.contribution === "compaction");
  const compaction = path[at];
  if (compaction === undefined) return { compaction, entries: path };
  const firstKept = linkFrom.get(compaction.entryId)?.to;
  const keptFrom = path.findIndex((event) => event.entryId === firstKept);
  const kept =
    keptFrom < 0 || keptFrom >= at ? [] : path.slice(keptFrom, at).filter((event) => event.contribution !== "system");
  return { compaction, entries: [compaction, ...kept, ...path.slice(at + 1)] };
}

function contributes(event: TreeEvent, isLatestCompaction: boolean): boolean {
  if (event.contribution === "compaction") return isLatestCompaction;
  return event.contribution === "message" || event.contribution === "system" || event.contribution === "summary";
}

/** Targets whose latest context edit, among the entries in context, omits them. */
function omittedTargets(entries: readonly TreeEvent[], linkFrom: ReadonlyMap<string, SelectionLink>): Set<string> {
  const latest = new Map<string, string>();
  for (const event of entries) {
    const link = linkFrom.get(event.entryId);
    if (link?.relation === "context-edit" || link?.relation === "context-omission") latest.set(link.to, link.relation);
  }
  return new Set([...latest].filter(([, relation]) => relation === "context-omission").map(([target]) => target));
}

/**
 * Entries that branch summaries in context stand for: from the leaf that was left up to where the new branch began. A summary in context
 * lies on the path, so what it shares with a left branch is what precedes it there; and what an earlier summary stands for goes on at
 * least as far up: each entry is walked over once.
 */
function representedByBranchSummaries<Event extends TreeEvent>(
  context: readonly Event[],
  path: readonly Event[],
  byId: EventsById<Event>,
  linkFrom: ReadonlyMap<string, SelectionLink>,
  omitted: ReadonlySet<string>,
): Set<string> {
  const placeOnPath = new Map(path.map((event, place) => [event.entryId, place]));
  const represented = new Set<string>();
  for (const summary of context) {
    if (summary.contribution !== "summary" || omitted.has(summary.entryId)) continue;
    const place = placeOnPath.get(summary.entryId) ?? 0;
    let current = byId.get(linkFrom.get(summary.entryId)?.to ?? "");
    while (current !== undefined && !represented.has(current.entryId)) {
      if ((placeOnPath.get(current.entryId) ?? place) < place) break;
      represented.add(current.entryId);
      current = current.parentId === null ? undefined : byId.get(current.parentId);
    }
  }
  return represented;
}
