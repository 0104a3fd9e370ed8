import type { QueryLeaf } from "../../../ports/query-tree.ts";
import { shortenForIndex } from "../../projection/shorten-for-index.ts";
import { countCodePoints } from "../../text/code-points.ts";
import { locateTokens } from "../../text/locate-tokens.ts";
import { matchSpans } from "../../text/match-spans.ts";
import { densestSpan, snippetAround } from "../../text/snippet.ts";

export interface LocatedMatch {
  readonly snippet: string;
  /** Code points from the start of the fragment. */
  readonly matchOffset: number;
}

/**
 * Finds the place of a fragment that shows most of the query. Undefined when one of the leaves that must match does not occur: the
 * text is not what was indexed. Looks only at what is indexed of an over-long text. Cost: linear in the indexed text.
 */
export function locateMatch(text: string, leaves: readonly QueryLeaf[]): LocatedMatch | undefined {
  const indexed = shortenForIndex(text);
  const spans = matchSpans(leaves, locateTokens(indexed.text));
  if (new Set(spans.map((span) => span.leaf)).size < leaves.length) return undefined;
  const best = densestSpan(spans);
  if (best === undefined) return undefined;
  const at = countCodePoints(indexed.text, best.start);
  const isInTail = indexed.shortened && at >= indexed.tailAt;
  return {
    snippet: snippetAround(indexed.text, best.start, best.end),
    matchOffset: isInTail ? at - indexed.tailAt + indexed.tailStart : at,
  };
}
