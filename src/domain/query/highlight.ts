import { locateTokens } from "../text/locate-tokens.ts";
import { matchSpans } from "../text/match-spans.ts";
import { parseEventQuery } from "./parse-event-query.ts";

/**
 * Where a query's terms stand in a text, for showing: code-unit ranges in order, overlapping ones joined. An invalid query
 * highlights nothing. Cost: linear in the text, per term.
 */
export function matchRanges(text: string, query: string): { start: number; end: number }[] {
  let leaves: Parameters<typeof matchSpans>[0];
  try {
    leaves = parseEventQuery(query).clauses.map((clause) => clause.tree);
  } catch {
    return [];
  }
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of matchSpans(leaves, locateTokens(text))) {
    const before = ranges.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
