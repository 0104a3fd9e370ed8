import type { QueryLeaf } from "../../ports/query-tree.ts";
import type { Analyzer } from "../../ports/search-engine.ts";
import { normalize } from "./analyzer.ts";

/** Bump with every change of the rules below, and of what discovery takes of a message: it is part of the name of the index file. */
export const TRIGRAM_RULES = 2;

const TRIGRAM = 3;
/** Every run of white space is one space; the other ASCII code points that no word of FTS5's `ascii` tokenizer may hold. */
const RESPELLED = /\s+|[^\u0080-\u{10ffff}a-z0-9]/gu;
/**
 * `normalize` leaves no mark U+0300–036F in a text, so those 112 code points stand for what an engine's token may not hold, and no text
 * can be taken for another one.
 */
const FIRST_SPELLING = 0x300;
/** Stands twice behind every text, so that its last two characters begin a trigram as well. */
const END = "\u036f";

/** The spellings of the 66 respelled ASCII code points, by code point. Those behind the letters take the places of capitals. */
const SPELLINGS: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  String.fromCodePoint(FIRST_SPELLING + (code > 0x7a ? code - 0x30 : code)),
);
const SPACE = SPELLINGS[0x20] as string;

/**
 * A text as trigrams are read from it: normalized like words (design §6), white space collapsed, lone surrogates as U+FFFD, and every other
 * ASCII code point that is no letter or digit under a spelling of its own. Equal for two texts exactly when they are equal but for case,
 * marks, compatibility forms and white space. Cost: linear.
 */
export function spellCharacters(text: string): string {
  return normalize(text.toWellFormed()).replace(RESPELLED, respell);
}

function respell(found: string): string {
  return /\s/.test(found) ? SPACE : (SPELLINGS[found.charCodeAt(0)] as string);
}

/**
 * The trigrams of a text in order: every code point of its spelling begins one token of three code points, the last two with an end mark
 * or two. So a text of n code points has n tokens, and none has none. Cost: linear.
 */
export function trigrams(text: string): string[] {
  const points = Array.from(spellCharacters(text));
  const { length } = points;
  points.push(END, END);
  const tokens: string[] = [];
  for (let at = 0; at < length; at++) tokens.push((points[at] as string) + points[at + 1] + points[at + 2]);
  return tokens;
}

/**
 * The leaf that occurs in exactly those texts whose spelling contains that of this text: a term or phrase of trigrams, or a prefix where
 * there are less than three code points. Undefined where there is nothing but white space.
 */
export function trigramLeaf(text: string): QueryLeaf | undefined {
  const spelled = spellCharacters(text);
  if (spelled === "" || spelled === SPACE) return undefined;
  const points = Array.from(spelled);
  if (points.length < TRIGRAM) return { type: "prefix", tokens: [spelled] };
  const tokens: string[] = [];
  for (let at = 0; at + TRIGRAM <= points.length; at++) tokens.push(points.slice(at, at + TRIGRAM).join(""));
  const [token = ""] = tokens;
  return tokens.length === 1 ? { type: "term", token } : { type: "phrase", tokens };
}

/** Trigrams as an analyzer, for substrings instead of words. `unicodeVersion`: the runtime's, since it decides how texts are normalized. */
export function createTrigramAnalyzer(unicodeVersion: string): Analyzer {
  // No text is too long to be a trigram, and none is this.
  return { version: `${TRIGRAM_RULES}-unicode${unicodeVersion}`, tokens: trigrams, longRun: END };
}
