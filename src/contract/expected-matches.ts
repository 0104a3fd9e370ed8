import { leavesOf } from "../domain/query/query-leaves.ts";
import { satisfies } from "../domain/query/satisfies.ts";
import { leafRelevance, roundRelevance } from "../domain/ranking/relevance.ts";
import { occurrencesOf } from "../domain/text/occurrences.ts";
import type { QueryTree } from "../ports/query-tree.ts";

/** A fragment as the laws know it: a name that stays the same in every index, and its tokens. */
export interface KnownFragment {
  readonly name: string;
  readonly tokens: readonly string[];
}

/** What the domain says must come back: the names of the fragments that satisfy the tree, each with its relevance. */
export function expectedMatches(query: QueryTree, held: readonly KnownFragment[]): Map<string, number> {
  const fragments = held.length;
  const averageLength = held.reduce((sum, fragment) => sum + fragment.tokens.length, 0) / fragments;
  const leaves = leavesOf(query).map((leaf) => {
    return { leaf, holding: held.filter(({ tokens }) => occurrencesOf(leaf, tokens).length > 0).length };
  });
  const matches = new Map<string, number>();
  for (const { name, tokens } of held) {
    if (!satisfies(query, tokens)) continue;
    let sum = 0;
    for (const { leaf, holding } of leaves) {
      const frequency = occurrencesOf(leaf, tokens).length;
      sum += leafRelevance({ fragments, holding, frequency, length: tokens.length, averageLength });
    }
    matches.set(name, roundRelevance(sum));
  }
  return matches;
}
