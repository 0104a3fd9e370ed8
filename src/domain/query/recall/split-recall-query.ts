import { faultAt, type QueryPlace } from "./fault-at.ts";

/** Something to search for. */
export interface TermToken extends QueryPlace {
  readonly type: "term";
  /** Without quotes and without the star. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** `stem*`, or a star right behind the closing quotation mark. */
  readonly isStem: boolean;
}

/** Everything else. `near` is `NEAR` with its opening parenthesis; `comma` exists only between that and the closing one. */
export interface SignToken extends QueryPlace {
  readonly type: "and" | "or" | "not" | "near" | "open" | "close" | "comma";
}

export type RecallToken = TermToken | SignToken;

const SPACE = /\s+/uy;
const NEAR = /NEAR\s*\(/uy;
/** A straight quotation mark and a curly one close each other: people mix them. */
const QUOTED = /["\u201c\u201d\u201e\u201f]([^"\u201c\u201d\u201e\u201f]*)(["\u201c\u201d\u201e\u201f]\*?)?/uy;
const WORD = /[^\s"\u201c\u201d\u201e\u201f()]+/uy;
const WORD_IN_NEAR = /[^\s"\u201c\u201d\u201e\u201f(),]+/uy;
const LONE_NEAR = /^NEAR(?:\/\d+)?$/;
const SIGNS = new Map<string, SignToken["type"]>([
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "not"],
  ["(", "open"],
  [")", "close"],
  [",", "comma"],
]);

/**
 * Splits a query of `session_search` into terms and signs. `AND`, `OR`, `NOT` and `NEAR(` are operators in capitals only. Errors:
 * `InvalidQuery` with the place for whatever could be meant in two ways: an unclosed quotation mark, a star elsewhere than at the end of
 * a stem, a parenthesis that touches a term, `NEAR` without parentheses. Cost: linear.
 */
export function splitRecallQuery(query: string): RecallToken[] {
  const tokens: RecallToken[] = [];
  let isInNear = false;
  for (let at = spaceEnd(query, 0); at < query.length; ) {
    const token = readToken(query, at, isInNear);
    refuseTouching(query, tokens.at(-1), token);
    tokens.push(token);
    if (token.type === "near") isInNear = true;
    if (token.type === "close") isInNear = false;
    at = spaceEnd(query, token.end);
  }
  return tokens;
}

function readToken(query: string, at: number, isInNear: boolean): RecallToken {
  const near = isInNear ? undefined : readAt(NEAR, query, at);
  if (near) return { type: "near", start: at, end: at + near[0].length };
  const quoted = readAt(QUOTED, query, at);
  if (quoted) return readQuoted(query, at, quoted);
  const word = readAt(isInNear ? WORD_IN_NEAR : WORD, query, at)?.[0] ?? query.charAt(at);
  const place = { start: at, end: at + word.length };
  const sign = SIGNS.get(word);
  if (sign && (sign !== "comma" || isInNear)) return { type: sign, ...place };
  if (!isInNear && LONE_NEAR.test(word)) {
    throw faultAt(
      query,
      place,
      "NEAR takes its terms in parentheses, as in `NEAR(retry budget, 10)`. To search for the word, put it in quotation marks.",
    );
  }
  const isStem = word.endsWith("*");
  const text = isStem ? word.slice(0, -1) : word;
  if (text === "" || text.includes("*")) {
    throw faultAt(
      query,
      place,
      "a star stands only at the end of a stem, as in `migrat*`. To search for the star itself, put the text in quotation marks.",
    );
  }
  return { type: "term", text, isQuoted: false, isStem, ...place };
}

function readQuoted(query: string, at: number, [whole, text = "", closing]: RegExpExecArray): TermToken {
  const place = { start: at, end: at + whole.length };
  if (closing === undefined) {
    throw faultAt(query, place, "the quotation mark is not closed. Close it or leave it out.");
  }
  return { type: "term", text, isQuoted: true, isStem: closing.length > 1, ...place };
}

/** `f(x)` could be text, or two terms: nobody should have to guess what was searched. */
function refuseTouching(query: string, before: RecallToken | undefined, token: RecallToken): void {
  if (before?.end !== token.start) return;
  const opensBehindWord = isWord(before) && token.type === "open";
  const closesBeforeWord = before.type === "close" && isWord(token);
  if (!opensBehindWord && !closesBeforeWord) return;
  throw faultAt(
    query,
    { start: before.start, end: token.end },
    "a parenthesis touches a term. Put a space between them to group terms, or put the text in quotation marks to search for it as it is.",
  );
}

function isWord(token: RecallToken): boolean {
  return token.type === "term" && !token.isQuoted;
}

function spaceEnd(query: string, at: number): number {
  return at + (readAt(SPACE, query, at)?.[0].length ?? 0);
}

function readAt(pattern: RegExp, query: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(query);
}
