import type { QueryLeaf, QueryTree } from "../../ports/query-tree.ts";
import type { HeldFragments } from "./held-fragments.ts";

/** Slots of all fragments that satisfy the tree, each once, and of some that do not: what must be read to know. */
export function candidateSlots(tree: QueryTree, held: HeldFragments): number[] {
  switch (tree.type) {
    case "and":
      return intersection(tree.of.map((part) => candidateSlots(part, held)));
    case "near":
      return intersection(tree.phrases.map((part) => candidateSlots(part, held)));
    case "or":
      return [...new Set(tree.of.flatMap((part) => candidateSlots(part, held)))];
    case "not":
      return candidateSlots(tree.of, held);
    default:
      return leafCandidates(tree, held);
  }
}

/** Whatever holds the leaf's rarest token. A beginning costs a look at every token, so it is used where nothing else is given. */
function leafCandidates(leaf: QueryLeaf, held: HeldFragments): number[] {
  if (leaf.type === "nothing") return [];
  const tokens = leaf.type === "term" ? [leaf.token] : leaf.tokens;
  const whole = leaf.type === "prefix" ? tokens.slice(0, -1) : tokens;
  const [first, ...others] = whole;
  if (first === undefined) return held.slotsHoldingPrefix(tokens[0] ?? "");
  const rarest = others.reduce((best, token) => (held.holding(token) < held.holding(best) ? token : best), first);
  return held.slotsHolding(rarest);
}

function intersection(lists: number[][]): number[] {
  const [shortest = [], ...others] = lists.toSorted((one, other) => one.length - other.length);
  return others.reduce((kept, list) => {
    const listed = new Set(list);
    return kept.filter((slot) => listed.has(slot));
  }, shortest);
}
