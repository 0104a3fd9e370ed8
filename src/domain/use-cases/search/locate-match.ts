import type { QueryLeaf } from "../../../ports/query-tree.ts";
import { shortenForIndex } from "../../projection/shorten-for-index.ts";
import { codeUnitIndex, countCodePoints } from "../../text/code-points.ts";
import { locateTokens } from "../../text/locate-tokens.ts";
import { matchSpans } from "../../text/match-spans.ts";
import { densestSpan, snippetAround } from "../../text/snippet.ts";

/** Occurrences of one leaf among which a place is chosen: thirty clauses over a megabyte of one word would be millions. */
const OCCURRENCES_PER_LEAF = 4_096;

export interface LocatedMatch {
  readonly snippet: string;
  /** Code points from the start of the fragment. */
  readonly matchOffset: number;
}

/**
 * Finds the place of a fragment that shows most of the query. Undefined when one of the leaves that must match does not occur: the
 * text is not what was indexed. Looks for matches only in what is indexed of an over-long text. Cost: linear in the text.
 */
export function locateMatch(text: string, leaves: readonly QueryLeaf[]): LocatedMatch | undefined {
  const indexed = shortenForIndex(text);
  const spans = matchSpans(leaves, locateTokens(indexed.text), OCCURRENCES_PER_LEAF);
  if (new Set(spans.map((span) => span.leaf)).size < leaves.length) return undefined;
  const best = densestSpan(spans);
  if (best === undefined) return undefined;
  const at = countCodePoints(indexed.text, best.start);
  if (!indexed.shortened || at < indexed.tailAt) {
    return { snippet: snippetAround(text, best.start, best.end), matchOffset: at };
  }
  const matchOffset = at - indexed.tailAt + indexed.tailStart;
  const start = codeUnitIndex(text, matchOffset);
  return { snippet: snippetAround(text, start, start + best.end - best.start), matchOffset };
}
