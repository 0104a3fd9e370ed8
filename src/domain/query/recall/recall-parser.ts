import type { RecallError } from "../../model/errors.ts";
import { MAX_QUERY_CLAUSES } from "../parse-event-query.ts";
import { leafIdentity } from "../query-leaves.ts";
import { faultAt, type QueryPlace } from "./fault-at.ts";
import { readNearDistance } from "./read-near-distance.ts";
import { isShort, type RecallTerm, readRecallTerm } from "./recall-term.ts";
import { exclude, intersect, type Selection, unite } from "./selection.ts";
import { type RecallToken, splitRecallQuery, type TermToken } from "./split-recall-query.ts";

const WRITE_ONE = "Write one, or put the word in quotation marks to search for it.";
const NOT_CLOSED = "this parenthesis is not closed. Close it or leave it out.";
const OPENS_NOWHERE = "this parenthesis closes none that is open. Leave it out.";

/**
 * Reads one query, by descent: NOT binds more than AND, AND more than OR, and terms side by side are joined by AND. `terms` is filled on
 * the way. Errors: `InvalidQuery` with the place. Cost: linear.
 */
export class RecallParser {
  /** By the identity of their leaf, in query order. */
  readonly terms = new Map<string, RecallTerm>();
  readonly #query: string;
  readonly #tokens: readonly RecallToken[];
  #at = 0;
  #termCount = 0;

  constructor(query: string) {
    this.#query = query;
    this.#tokens = splitRecallQuery(query);
  }

  /** The whole query. Call once. */
  parse(): Selection {
    const selection = this.#readAlternatives();
    const rest = this.#peek();
    if (rest) throw this.#fault(rest, OPENS_NOWHERE);
    return selection;
  }

  #readAlternatives(): Selection {
    const parts = [this.#readConjunction()];
    while (this.#accept("or")) parts.push(this.#readConjunction());
    return unite(parts);
  }

  #readConjunction(): Selection {
    const parts = [this.#readFactor()];
    for (let next = this.#peek(); next && next.type !== "or" && next.type !== "close"; next = this.#peek()) {
      this.#accept("and");
      parts.push(this.#readFactor());
    }
    return intersect(parts);
  }

  #readFactor(): Selection {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw this.#missingTerm(this.#tokens[this.#at - 2], token);
    if (token.type === "term") return { tree: this.#readTerm(token).leaf };
    if (token.type === "not") return exclude(this.#readFactor(), token);
    if (token.type === "near") return this.#readNear(token);
    if (token.type !== "open") throw this.#missingTerm(this.#tokens[this.#at - 2], token);
    const selection = this.#readAlternatives();
    if (!this.#accept("close")) throw this.#fault(token, NOT_CLOSED);
    return selection;
  }

  #readNear(near: RecallToken): Selection {
    const phrases = new Map<string, RecallTerm>();
    for (let token = this.#tokens[this.#at]; token?.type === "term"; token = this.#tokens[++this.#at]) {
      const term = this.#readTerm(token);
      if (isShort(term.leaf)) {
        throw this.#fault(
          token,
          "a term of NEAR needs three characters or more. Use a longer one, or AND instead of NEAR.",
        );
      }
      if (phrases.has(leafIdentity(term.leaf))) {
        throw this.#fault(token, "this term stands twice in one NEAR. Name each term once.");
      }
      phrases.set(leafIdentity(term.leaf), term);
    }
    const distance = readNearDistance(this.#query, near, this.#tokens, this.#at);
    this.#at += distance.tokens;
    if (phrases.size < 2) {
      const whole = { start: near.start, end: (this.#tokens[this.#at - 1] as RecallToken).end };
      throw this.#fault(whole, "NEAR needs two terms or more, as in `NEAR(retry budget, 10)`.");
    }
    // A phrase of n characters is n - 2 trigrams long, so that its end lies two tokens further on.
    return {
      tree: {
        type: "near",
        phrases: [...phrases.values()].map((term) => term.leaf),
        distance: distance.characters + 2,
      },
    };
  }

  #readTerm(token: TermToken): RecallTerm {
    const term = readRecallTerm(this.#query, token);
    this.#termCount++;
    if (this.#termCount > MAX_QUERY_CLAUSES) {
      throw this.#fault(token, `the query has more than ${MAX_QUERY_CLAUSES} terms. Use fewer.`);
    }
    const identity = leafIdentity(term.leaf);
    if (!this.terms.has(identity)) this.terms.set(identity, term);
    return term;
  }

  /** A term was due between these two. */
  #missingTerm(before: RecallToken | undefined, found: RecallToken | undefined): RecallError {
    if (before && before.type !== "open") return this.#fault(before, `a term is missing behind it. ${WRITE_ONE}`);
    if (before && !found) return this.#fault(before, NOT_CLOSED);
    if (before && found?.type === "close") {
      const place = { start: before.start, end: found.end };
      return this.#fault(place, "there is nothing in these parentheses. Write a term in them, or leave them out.");
    }
    if (found?.type === "close") return this.#fault(found, OPENS_NOWHERE);
    return this.#fault(found as RecallToken, `a term is missing before it. ${WRITE_ONE}`);
  }

  #peek(): RecallToken | undefined {
    return this.#tokens[this.#at];
  }

  #accept(type: RecallToken["type"]): boolean {
    const isNext = this.#peek()?.type === type;
    if (isNext) this.#at++;
    return isNext;
  }

  #fault(place: QueryPlace, sentence: string): RecallError {
    return faultAt(this.#query, place, sentence);
  }
}
