import type { QueryLeaf } from "../../ports/query-tree.ts";
import type { LocatedToken } from "./locate-tokens.ts";
import { leafLength, occurrencesOf } from "./occurrences.ts";

/** Where a leaf occurs, in code units of the text. */
export interface MatchSpan {
  /** Index of the leaf in the list asked for. */
  readonly leaf: number;
  readonly start: number;
  readonly end: number;
}

/** The occurrences of every leaf, by start; of each leaf at most the first `perLeaf` (default: all). Cost: linear in the tokens, per leaf. */
export function matchSpans(
  leaves: readonly QueryLeaf[],
  located: readonly LocatedToken[],
  perLeaf: number = Number.POSITIVE_INFINITY,
): MatchSpan[] {
  const tokens = located.map((token) => token.token);
  const spans: MatchSpan[] = [];
  for (const [leaf, node] of leaves.entries()) {
    const length = leafLength(node);
    for (const at of occurrencesOf(node, tokens).slice(0, perLeaf)) {
      const first = located[at] as LocatedToken;
      const last = located[at + length - 1] as LocatedToken;
      spans.push({ leaf, start: first.start, end: last.end });
    }
  }
  return spans.toSorted((one, other) => one.start - other.start || one.end - other.end || one.leaf - other.leaf);
}
