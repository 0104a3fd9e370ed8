import type { QueryTree } from "../../ports/query-tree.ts";
import { RecallError } from "../model/errors.ts";
import { countCodePoints } from "../text/code-points.ts";
import { MAX_QUERY_CODE_POINTS } from "./parse-event-query.ts";
import { leafIdentity, leavesOf } from "./query-leaves.ts";
import { faultAt } from "./recall/fault-at.ts";
import { RecallParser } from "./recall/recall-parser.ts";
import type { RecallTerm } from "./recall/recall-term.ts";

export interface RecallQuery {
  /** Over trigrams: for the discovery index. */
  readonly tree: QueryTree;
  /** The distinct terms outside NOT, in query order: what can stand in a text that was found. */
  readonly terms: readonly RecallTerm[];
}

/**
 * Parses the query language of `session_search`. Terms and quoted phrases are found wherever a text contains them, whatever their case,
 * marks and amount of white space; those side by side must all occur. `OR` offers alternatives, `NOT` excludes from what stands beside it,
 * parentheses group, `stem*` is what `stem` is, and `NEAR(one other, n)` wants at most `n` characters (default 10) between the end of
 * the first and the beginning of the last. NOT binds more than AND, AND more than OR. Operators are capitals; anything else is text.
 * Errors: `InvalidQuery` with place and advice for whatever is not exactly that, over 1,000 code points or over 32 terms.
 * Cost: linear.
 */
export function parseRecallQuery(text: string): RecallQuery {
  if (typeof text !== "string") throw new RecallError("InvalidQuery", "The query must be a text.");
  if (text.length > MAX_QUERY_CODE_POINTS && countCodePoints(text) > MAX_QUERY_CODE_POINTS) {
    throw new RecallError("InvalidQuery", `The query is longer than ${MAX_QUERY_CODE_POINTS} characters: shorten it.`);
  }
  const query = text.toWellFormed();
  if (query.trim() === "") {
    throw new RecallError("InvalidQuery", "The query is empty: use at least one word.");
  }
  const parser = new RecallParser(query);
  const { tree, excludedBy } = parser.parse();
  if (excludedBy) {
    throw faultAt(
      query,
      excludedBy,
      "NOT has nothing to exclude from. Put what you want beside it, as in `wanted NOT unwanted`, in every alternative of OR.",
    );
  }
  return { tree, terms: leavesOf(tree).map((leaf) => parser.terms.get(leafIdentity(leaf)) as RecallTerm) };
}
