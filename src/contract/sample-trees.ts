import type { QueryLeaf, QueryTree } from "../ports/query-tree.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A random query tree over these tokens, at most `depth` operators deep. */
export function sampleTree(random: SeededRandom, tokens: readonly string[], depth: number): QueryTree {
  return sampleTreeOf(random, depth, {
    leaf: () => sampleLeaf(random, tokens),
    phrase: () => samplePhrase(random, tokens),
  });
}

/** What a tree is made of. */
export interface LeafSamples {
  readonly leaf: () => QueryLeaf;
  /** What NEAR holds. */
  readonly phrase: () => QueryLeaf;
}

/** A random query tree of these leaves, at most `depth` operators deep. */
export function sampleTreeOf(random: SeededRandom, depth: number, leaves: LeafSamples): QueryTree {
  const operator = depth === 0 ? "leaf" : random.pick(["leaf", "and", "or", "not", "near"]);
  const part = () => sampleTreeOf(random, depth - 1, leaves);
  switch (operator) {
    case "and":
    case "or":
      return { type: operator, of: Array.from({ length: 2 + random.below(2) }, part) };
    case "not":
      return { type: "not", of: part(), except: part() };
    case "near":
      return {
        type: "near",
        phrases: Array.from({ length: 2 + random.below(2) }, leaves.phrase),
        distance: random.below(4),
      };
    default:
      return leaves.leaf();
  }
}

function sampleLeaf(random: SeededRandom, tokens: readonly string[]): QueryLeaf {
  const kind = random.below(10);
  if (kind === 0) return { type: "nothing", text: "a run that is too long" };
  if (kind <= 2) {
    const [last = "", ...before] = sampleTokens(random, tokens, 2).toReversed();
    const beginning = Array.from(last)
      .slice(0, 1 + random.below(last.length))
      .join("");
    return { type: "prefix", tokens: [...before.toReversed(), beginning] };
  }
  return samplePhrase(random, tokens);
}

function samplePhrase(random: SeededRandom, tokens: readonly string[]): QueryLeaf {
  const chosen = sampleTokens(random, tokens, 3);
  const [token = ""] = chosen;
  return chosen.length === 1 ? { type: "term", token } : { type: "phrase", tokens: chosen };
}

/** Between one token and `most`, more often few. */
function sampleTokens(random: SeededRandom, tokens: readonly string[], most: number): string[] {
  return Array.from({ length: 1 + Math.min(random.below(most), random.below(most)) }, () => random.pick(tokens));
}
