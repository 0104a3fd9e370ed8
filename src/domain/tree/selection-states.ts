import type { BranchState, SelectionState } from "../../ports/vocabulary.ts";
import { EntryStates } from "./entry-states.ts";
import { type SessionTree, type TreeEvent, walkToRoot } from "./session-tree.ts";

/** A link that decides selection: recorded by `from`, naming the entry `to`. Other relations are ignored. */
export interface SelectionLink {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}

const SELECTION_RELATIONS = new Set(["context-edit", "context-omission", "compaction-first-kept", "branch-summary"]);

/** True for a link that `selectionStates` looks at. */
export function decidesSelection(relation: string): boolean {
  return SELECTION_RELATIONS.has(relation);
}

/** Entry types that can contribute to the model's context. */
const CONTEXT_TYPES = new Set(["message", "custom_message", "compaction", "branch_summary"]);

/**
 * What becomes of every entry in the context that Pi would build at the leaf, by number (design §8, Pi's `buildSessionProjection`).
 * `states` are the branch states for the same leaf. Cost: linear.
 */
export function selectionStates(
  tree: SessionTree,
  links: Iterable<SelectionLink>,
  leaf: number | undefined,
  states: EntryStates<BranchState>,
): EntryStates<SelectionState> {
  const linkFrom = new Map<number, SelectionLink>();
  for (const link of links) {
    const from = decidesSelection(link.relation) ? tree.numberOf(link.from) : undefined;
    if (from !== undefined) linkFrom.set(from, link);
  }
  const walk = walkToRoot(leaf, tree);
  const path = walk.end === "cycle" ? [] : walk.path.toReversed();
  const context = contextOf(path, tree, linkFrom);
  const omitted = omittedTargets(context.entries, tree, linkFrom);
  const represented = representedByBranchSummaries(context.entries, path, tree, linkFrom, omitted);
  const isOnPath = marksOf(path, tree);
  const isInContext = marksOf(context.entries, tree);
  const result = new EntryStates<SelectionState>(tree.size, [
    "unknown",
    "direct",
    "summarized",
    "not-selected",
    "not-applicable",
  ]);
  for (const number of tree.numbers()) result.set(number, stateOf(number));
  return result;

  function stateOf(number: number): SelectionState {
    const contribution = tree.contributionOf(number);
    if (!CONTEXT_TYPES.has(tree.typeOf(number))) return "not-applicable";
    if (contribution === "excluded" || omitted.has(number)) return "not-selected";
    if (contribution === "unreadable" || states.of(number) === "unknown") return "unknown";
    if (isInContext[number] === 1 && contributes(number, tree, context.compaction)) return "direct";
    const isCutOff = isOnPath[number] === 1 && (isInContext[number] !== 1 || contribution === "compaction");
    return isCutOff || represented[number] === 1 ? "summarized" : "not-selected";
  }
}

/** The state of an entry on the selected path that no context edit omits, by whether Pi reads the context from it. */
export function stateOnPath(
  { entryType, contribution }: Pick<TreeEvent, "entryType" | "contribution">,
  isInContext: boolean,
): SelectionState {
  if (!CONTEXT_TYPES.has(entryType)) return "not-applicable";
  if (contribution === "excluded") return "not-selected";
  if (contribution === "unreadable") return "unknown";
  if (!isInContext) return "summarized";
  return contribution === "none" ? "not-selected" : "direct";
}

/** One byte per entry: 1 for those given. */
function marksOf(numbers: readonly number[], tree: SessionTree): Uint8Array {
  const marks = new Uint8Array(tree.size);
  for (const number of numbers) marks[number] = 1;
  return marks;
}

/** The entries that Pi reads the context from: the latest compaction, what it keeps, and what follows it. */
function contextOf(
  path: readonly number[],
  tree: SessionTree,
  linkFrom: ReadonlyMap<number, SelectionLink>,
): { compaction: number | undefined; entries: readonly number[] } {
  const at = path.findLastIndex((number) => tree.contributionOf(number) === "compaction");
  const compaction = path[at];
  if (compaction === undefined) return { compaction, entries: path };
  const firstKept = tree.numberOf(linkFrom.get(compaction)?.to ?? "");
  const keptFrom = firstKept === undefined ? -1 : path.indexOf(firstKept);
  const kept =
    keptFrom < 0 || keptFrom >= at
      ? []
      : path.slice(keptFrom, at).filter((number) => tree.contributionOf(number) !== "system");
  return { compaction, entries: [compaction, ...kept, ...path.slice(at + 1)] };
}

function contributes(number: number, tree: SessionTree, latestCompaction: number | undefined): boolean {
  const contribution = tree.contributionOf(number);
  if (contribution === "compaction") return number === latestCompaction;
  return contribution === "message" || contribution === "system" || contribution === "summary";
}

/** Targets whose latest context edit, among the entries in context, omits them. */
function omittedTargets(
  entries: readonly number[],
  tree: SessionTree,
  linkFrom: ReadonlyMap<number, SelectionLink>,
): ReadonlySet<number> {
  const omitted = new Set<number>();
  for (const number of entries) {
    const link = linkFrom.get(number);
    const target = link && tree.numberOf(link.to);
    if (target === undefined) continue;
    if (link?.relation === "context-omission") omitted.add(target);
    else if (link?.relation === "context-edit") omitted.delete(target);
  }
  return omitted;
}

/**
 * Entries that branch summaries in context stand for, as marks: from the leaf that was left up to where the new branch began. A summary in
 * context lies on the path, so what it shares with a left branch is what precedes it there; and what an earlier summary stands for goes on
 * at least as far up: each entry is walked over once.
 */
function representedByBranchSummaries(
  context: readonly number[],
  path: readonly number[],
  tree: SessionTree,
  linkFrom: ReadonlyMap<number, SelectionLink>,
  omitted: ReadonlySet<number>,
): Uint8Array {
  const placeOnPath = new Int32Array(tree.size).fill(-1);
  for (const [place, number] of path.entries()) placeOnPath[number] = place;
  const represented = new Uint8Array(tree.size);
  for (const summary of context) {
    if (tree.contributionOf(summary) !== "summary" || omitted.has(summary)) continue;
    const place = placeOnPath[summary] as number;
    let current = tree.numberOf(linkFrom.get(summary)?.to ?? "") ?? -1;
    while (current >= 0 && represented[current] !== 1) {
      const at = placeOnPath[current] as number;
      if (at >= 0 && at < place) break;
      represented[current] = 1;
      current = tree.parentOf(current);
    }
  }
  return represented;
}
