import type { QueryLeaf, QueryTree } from "../../ports/query-tree.ts";
import { RecallError } from "../model/errors.ts";
import { analyze, LONG_RUN } from "../text/analyzer.ts";
import { countCodePoints } from "../text/code-points.ts";
import { leafIdentity } from "./query-leaves.ts";

export const MAX_QUERY_CODE_POINTS = 1_000;
export const MAX_QUERY_CLAUSES = 32;
/** A long phrase over a repetitive text is quadratic for an engine. */
export const MAX_PHRASE_TOKENS = 128;

export interface QueryClause {
  /** As the caller wrote it, without quotes. */
  readonly text: string;
  readonly tree: QueryLeaf;
}

export interface EventQuery {
  readonly tree: QueryTree;
  /** The distinct clauses, all of which must match, in query order. */
  readonly clauses: readonly QueryClause[];
  /** Clauses without a single token, as written. */
  readonly ignoredTerms: readonly string[];
}

interface RawClause {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Opening quotation marks and what closes them. A straight quote and a curly one close each other: people mix them. */
const QUOTES = /["\u201c\u201d\u201e\u201f]/;

/**
 * Parses the query language of `event_search`: plain terms and quoted phrases, all of which must match (design §6). There are no
 * operators. A term of several tokens is a phrase of adjacent tokens.
 * Errors: `InvalidQuery` for an unclosed quote, no token at all, over 1,000 code points, over 32 clauses or 128 tokens in a clause.
 */
export function parseEventQuery(query: string): EventQuery {
  if (typeof query !== "string") throw new RecallError("InvalidQuery", "The query must be a text.");
  if (query.length > MAX_QUERY_CODE_POINTS && countCodePoints(query) > MAX_QUERY_CODE_POINTS) {
    throw new RecallError("InvalidQuery", `The query is longer than ${MAX_QUERY_CODE_POINTS} characters: shorten it.`);
  }
  const clauses = new Map<string, QueryClause>();
  const ignoredTerms: string[] = [];
  // Answers repeat terms as they were written.
  for (const raw of splitClauses(query.toWellFormed())) {
    const tree = clauseTree(raw.text);
    if (tree === undefined) ignoredTerms.push(raw.text);
    else if (!clauses.has(leafIdentity(tree))) clauses.set(leafIdentity(tree), { text: raw.text, tree });
  }
  if (clauses.size === 0) {
    throw new RecallError("InvalidQuery", "The query has no searchable terms: use at least one word or number.");
  }
  if (clauses.size > MAX_QUERY_CLAUSES) {
    throw new RecallError("InvalidQuery", `The query has more than ${MAX_QUERY_CLAUSES} terms: use fewer.`);
  }
  const parts = [...clauses.values()];
  const leaves = parts.map((clause) => clause.tree);
  const tree: QueryTree = leaves.length === 1 ? (leaves[0] as QueryLeaf) : { type: "and", of: leaves };
  return { tree, clauses: parts, ignoredTerms: [...new Set(ignoredTerms)] };
}

function splitClauses(query: string): RawClause[] {
  const raw: RawClause[] = [];
  let at = 0;
  while (at < query.length) {
    const character = query[at] as string;
    if (/\s/u.test(character)) at++;
    else if (QUOTES.test(character)) {
      const length = query.slice(at + 1).search(QUOTES);
      if (length < 0) {
        throw new RecallError(
          "InvalidQuery",
          `The quotation mark at character ${countCodePoints(query.slice(0, at)) + 1} is not closed: close it or leave it out.`,
        );
      }
      const text = query.slice(at + 1, at + 1 + length);
      if (text.trim() !== "") raw.push({ text, isQuoted: true });
      at += length + 2;
    } else {
      const rest = query.slice(at);
      const length = rest.search(/[\s"\u201c\u201d\u201e\u201f]/u);
      const text = length < 0 ? rest : rest.slice(0, length);
      raw.push({ text, isQuoted: false });
      at += text.length;
    }
  }
  return raw;
}

/** One clause: undefined when it holds no token. */
function clauseTree(text: string): QueryLeaf | undefined {
  const tokens = analyze(text);
  if (tokens.length === 0) return undefined;
  if (tokens.includes(LONG_RUN)) return { type: "nothing", text };
  if (tokens.length > MAX_PHRASE_TOKENS) {
    throw new RecallError("InvalidQuery", `A phrase has more than ${MAX_PHRASE_TOKENS} words: shorten it.`);
  }
  return tokens.length === 1 ? { type: "term", token: tokens[0] as string } : { type: "phrase", tokens };
}
