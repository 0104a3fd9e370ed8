import { eachToken, LONG_RUN, MAX_TOKEN_CODE_POINTS, normalize } from "./analyzer.ts";

const NON_ASCII = /[^\u0000-\u007f]/g;
const PROBE = MAX_TOKEN_CODE_POINTS / 2;

/** 1 for ASCII letters and digits. */
const IS_WORD = new Uint8Array(128);
for (const word of "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") IS_WORD[word.charCodeAt(0)] = 1;

/**
 * A text that a tokenizer of ASCII words (every other code point above U+007F being a word character, as in FTS5's `ascii`)
 * splits into exactly `analyze(text)`. Plain ASCII is its own spelling apart from runs that are too long; elsewhere only the runs
 * that hold a non-ASCII unit are rewritten, so the cost is a scan plus those runs.
 */
export function spellForAsciiTokenizer(text: string): string {
  NON_ASCII.lastIndex = 0;
  if (!NON_ASCII.test(text) && !mayHoldLongRun(text)) return text;
  let spelled = "";
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    if (!isRunUnit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const start = at;
    let isAscii = true;
    for (let unit = text.charCodeAt(at); at < text.length && isRunUnit(unit); unit = text.charCodeAt(++at)) {
      if (unit > 127) isAscii = false;
    }
    if (isAscii && at - start <= MAX_TOKEN_CODE_POINTS) continue;
    spelled += text.slice(copied, start) + (isAscii ? LONG_RUN : spellRun(text.slice(start, at)));
    copied = at;
  }
  return spelled + text.slice(copied);
}

function isRunUnit(unit: number): boolean {
  return unit > 127 || IS_WORD[unit] === 1;
}

function spellRun(run: string): string {
  let spelled = "";
  eachToken(normalize(run), (token) => {
    spelled += spelled === "" ? token : ` ${token}`;
  });
  return spelled;
}

/** A run of more than 256 covers two neighbouring probes, so most of the text need not be looked at. */
function mayHoldLongRun(text: string): boolean {
  for (let probe = PROBE; probe + PROBE <= text.length; probe += PROBE) {
    if (IS_WORD[text.charCodeAt(probe)] !== 1) continue;
    let end = probe;
    while (end < text.length && IS_WORD[text.charCodeAt(end)] === 1) if (++end - probe > PROBE) break;
    if (end - probe <= PROBE) continue;
    let start = probe;
    while (start > 0 && IS_WORD[text.charCodeAt(start - 1)] === 1) start--;
    while (end < text.length && IS_WORD[text.charCodeAt(end)] === 1) end++;
    if (end - start > MAX_TOKEN_CODE_POINTS) return true;
    probe = Math.max(probe, end - (end % PROBE) - PROBE);
  }
  return false;
}
