import { faultAt } from "./fault-at.ts";
import type { RecallToken } from "./split-recall-query.ts";

/** Characters between the terms of NEAR where the query names none. */
const DEFAULT_NEAR_CHARACTERS = 10;
const MAX_NEAR_CHARACTERS = 10_000;

/**
 * The end of a NEAR, from `tokens[at]` on: `)`, or a comma, the distance in characters and `)`. Also says how many tokens that were.
 * Errors: `InvalidQuery` with the place.
 */
export function readNearDistance(
  query: string,
  near: RecallToken,
  tokens: readonly RecallToken[],
  at: number,
): { characters: number; tokens: number } {
  const [next, number, closing] = tokens.slice(at, at + 3);
  if (next?.type === "close") return { characters: DEFAULT_NEAR_CHARACTERS, tokens: 1 };
  if (next && next.type !== "comma") {
    throw faultAt(
      query,
      next,
      "NEAR takes only terms and quoted phrases. Put the text in quotation marks, or leave it out.",
    );
  }
  if (next === undefined || (number?.type === "term" && closing === undefined)) {
    throw faultAt(query, near, "the parenthesis of this NEAR is not closed. Close it.");
  }
  const isNumber = number?.type === "term" && !number.isQuoted && !number.isStem && /^\d+$/.test(number.text);
  const characters = isNumber ? Number(number.text) : Number.NaN;
  if (characters <= MAX_NEAR_CHARACTERS && closing?.type === "close") return { characters, tokens: 3 };
  throw faultAt(
    query,
    { start: next.start, end: (closing ?? number ?? next).end },
    `behind the comma of NEAR stands its distance in characters, a whole number from 0 to ${MAX_NEAR_CHARACTERS}. Put a term that holds a comma in quotation marks.`,
  );
}
