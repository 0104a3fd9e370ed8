import { leavesOf } from "../../domain/query/query-leaves.ts";
import { satisfies } from "../../domain/query/satisfies.ts";
import { leafRelevance, roundRelevance } from "../../domain/ranking/relevance.ts";
import { occurrencesOf } from "../../domain/text/occurrences.ts";
import type { Eligible } from "../../ports/filter-record.ts";
import type { QueryLeaf, QueryTree } from "../../ports/query-tree.ts";
import type { FragmentMatch } from "../../ports/search-engine.ts";
import { candidateSlots } from "./candidate-slots.ts";
import type { HeldFragment, HeldFragments } from "./held-fragments.ts";

interface CountedLeaf {
  readonly leaf: QueryLeaf;
  /** Fragments that hold it, eligible or not. */
  readonly holding: number;
}

/** Every eligible fragment that satisfies the tree. Cost: the text of the candidates, and of each phrase's candidates for its statistics. */
export function matchQuery(
  query: QueryTree,
  held: HeldFragments,
  eligible: Eligible,
  wantsRelevance: boolean,
): FragmentMatch[] {
  const leaves = wantsRelevance ? leavesOf(query).map((leaf) => ({ leaf, holding: countHolding(leaf, held) })) : [];
  const matches: FragmentMatch[] = [];
  for (const slot of candidateSlots(query, held)) {
    const fragment = held.fragment(slot);
    const { event, ordinal } = fragment;
    if (!eligible.accepts(event, ordinal)) continue;
    const tokens = held.tokensOf(fragment);
    if (!satisfies(query, tokens)) continue;
    matches.push({ event, ordinal, relevance: relevanceOf(leaves, fragment, tokens, held) });
  }
  return matches;
}

function countHolding(leaf: QueryLeaf, held: HeldFragments): number {
  if (leaf.type === "term") return held.holding(leaf.token);
  const candidates = candidateSlots(leaf, held);
  return candidates.filter((slot) => satisfies(leaf, held.tokensOf(held.fragment(slot)))).length;
}

function relevanceOf(
  leaves: readonly CountedLeaf[],
  { length }: HeldFragment,
  tokens: readonly string[],
  held: HeldFragments,
): number {
  const { count: fragments, averageLength } = held;
  let sum = 0;
  for (const { leaf, holding } of leaves) {
    const frequency = occurrencesOf(leaf, tokens).length;
    if (frequency > 0) sum += leafRelevance({ fragments, holding, frequency, length, averageLength });
  }
  return roundRelevance(sum);
}
