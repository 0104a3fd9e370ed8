import type { QueryLeaf, QueryTree } from "../ports/query-tree.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A random query tree over these tokens, at most `depth` operators deep. */
export function sampleTree(random: SeededRandom, tokens: readonly string[], depth: number): QueryTree {
  const operator = depth === 0 ? "leaf" : random.pick(["leaf", "and", "or", "not", "near"]);
  const part = () => sampleTree(random, tokens, depth - 1);
  switch (operator) {
    case "and":
    case "or":
      return { type: operator, of: Array.from({ length: 2 + random.below(2) }, part) };
    case "not":
      return { type: "not", of: part(), except: part() };
    case "near":
      return {
        type: "near",
        phrases: Array.from({ length: 2 + random.below(2) }, () => samplePhrase(random, tokens)),
        distance: random.below(4),
      };
    default:
      return sampleLeaf(random, tokens);
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
