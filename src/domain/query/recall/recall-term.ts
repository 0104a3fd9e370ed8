import type { QueryLeaf } from "../../../ports/query-tree.ts";
import { trigramLeaf } from "../../text/trigrams.ts";
import { faultAt } from "./fault-at.ts";
import type { TermToken } from "./split-recall-query.ts";

/** Trigrams of one term, which compatibility forms can blow up. A long phrase over a repetitive text is quadratic for an engine. */
const MAX_TERM_TRIGRAMS = 256;

/** A term of the query. */
export interface RecallTerm {
  /** As the caller wrote it where it stands first, without quotes and star. */
  readonly text: string;
  readonly leaf: QueryLeaf;
}

/**
 * The leaf of a term, which is found wherever a text contains it. So a stem finds what the same term without the star finds: the star
 * is accepted because people write it, and for three characters or more. Errors: `InvalidQuery` with the place.
 */
export function readRecallTerm(query: string, token: TermToken): RecallTerm {
  const leaf = trigramLeaf(token.text);
  if (leaf === undefined) {
    throw faultAt(query, token, "there is nothing to search for in this term. Leave it out or write a word in it.");
  }
  if (token.isStem && isShort(leaf)) {
    throw faultAt(
      query,
      token,
      "a stem before a star needs three characters or more. Write more of the word, or leave out the star: a term is found inside words as well.",
    );
  }
  if (leaf.type === "phrase" && leaf.tokens.length > MAX_TERM_TRIGRAMS) {
    throw faultAt(
      query,
      token,
      `this term is longer than ${MAX_TERM_TRIGRAMS + 2} characters. Shorten it to its most telling part.`,
    );
  }
  return { text: token.text, leaf };
}

/** True for a term of one or two characters, which only the beginning of a trigram can stand for. */
export function isShort(leaf: QueryLeaf): boolean {
  return leaf.type === "prefix";
}
