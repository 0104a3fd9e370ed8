import { joinSpans } from "../text/join-spans.ts";
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
  return joinSpans(matchSpans(leaves, locateTokens(text)));
}
