import type { Analyzer } from "../../ports/search-engine.ts";

/** Stands for a run too long to be a token: it takes one position, and no query can name it (a private-use code point is no letter). */
export const LONG_RUN = "\u{E000}";

/** Longest token in code points, counted after normalization (design §6). */
export const MAX_TOKEN_CODE_POINTS = 256;

/** Bump with every change of the rules below: it names the index file, so that old tokens are never matched by new queries. */
export const ANALYZER_RULES = 1;

const NON_ASCII = /[^\u0000-\u007f]/;
const ASCII_WORD = /[a-z0-9]+/g;
/** Between ASCII separators normalization has nothing to combine across: a text can be analyzed run by run. */
const RAW_RUN = /[0-9A-Za-z\u0080-\uffff]+/g;
const DROPPED_MARKS = /[\u0300-\u036f]/g;
/** One code point of a script written without spaces, or a maximal run of other letters, digits and marks. */
const TOKEN =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]&&[\p{L}\p{N}\p{M}]]|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]+/gv;

/** Spells a text as the analyzer compares it: NFKD, marks U+0300–036F dropped, lower case, ς as σ, NFC. */
export function normalize(text: string): string {
  return text.normalize("NFKD").replace(DROPPED_MARKS, "").toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/** True when a token is over the limit. Counts code points only where code units do not decide. */
export function isLongRun(token: string): boolean {
  if (token.length <= MAX_TOKEN_CODE_POINTS) return false;
  let points = 0;
  for (const _ of token) if (++points > MAX_TOKEN_CODE_POINTS) return true;
  return false;
}

/** Calls back for every token of a normalized run, with the code units `[start, end)` of that run that it stands for. */
export function eachToken(normalized: string, visit: (token: string, start: number, end: number) => void): void {
  for (const match of normalized.matchAll(TOKEN)) {
    const [run] = match;
    visit(isLongRun(run) ? LONG_RUN : run, match.index, match.index + run.length);
  }
}

/**
 * The tokens of a text, in order (design §6): maximal runs of letters, digits and marks; in scripts written without spaces each
 * code point. A run over 256 code points appears as `LONG_RUN`. Any string is valid input, lone surrogates included. Cost: linear.
 */
export function analyze(text: string): string[] {
  if (!NON_ASCII.test(text)) return analyzeAscii(text);
  const tokens: string[] = [];
  for (const [run] of text.matchAll(RAW_RUN)) {
    if (NON_ASCII.test(run)) eachToken(normalize(run), (token) => tokens.push(token));
    else tokens.push(run.length > MAX_TOKEN_CODE_POINTS ? LONG_RUN : run.toLowerCase());
  }
  return tokens;
}

/** What `analyze` does with plain ASCII text. Exported for the law that both paths agree. */
export function analyzeAscii(text: string): string[] {
  const words: string[] = text.toLowerCase().match(ASCII_WORD) ?? [];
  for (let at = 0; at < words.length; at++) {
    if ((words[at] as string).length > MAX_TOKEN_CODE_POINTS) words[at] = LONG_RUN;
  }
  return words;
}

/** The rule without short cuts, run by run. Exported for the law that `analyze` and `analyzeAscii` agree with it. */
export function analyzeGeneral(text: string): string[] {
  const tokens: string[] = [];
  for (const [run] of text.matchAll(RAW_RUN)) eachToken(normalize(run), (token) => tokens.push(token));
  return tokens;
}

/** The analyzer as it is handed to engines. `unicodeVersion`: the runtime's, since it decides what a letter is. */
export function createAnalyzer(unicodeVersion: string): Analyzer {
  return { version: `${ANALYZER_RULES}-unicode${unicodeVersion}`, tokens: analyze, longRun: LONG_RUN };
}
