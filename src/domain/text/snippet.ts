import { countCodePoints, sliceCodePoints } from "./code-points.ts";
import type { MatchSpan } from "./match-spans.ts";

/** Most code points of a snippet (design §6). */
export const SNIPPET_CODE_POINTS = 240;
/** Code points of context before the match, where the text after it is long enough. */
const CONTEXT_BEFORE = 80;
/** Code units on each side of the match start that are looked at first, so that long white space can collapse. */
const REGION = 4_096;
/** Code units on each side, after collapsing, that can hold 240 code points and a whole grapheme more. */
const LOOK = 640;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const NON_ASCII = /[^\u0000-\u007f]/;

/**
 * The place where most of the query stands: the span from which a snippet's length holds the most different leaves, the first of
 * several. `spans` are ordered by start. Cost: linear.
 */
export function densestSpan(spans: readonly MatchSpan[]): MatchSpan | undefined {
  const reach = SNIPPET_CODE_POINTS - CONTEXT_BEFORE;
  const spansOfLeaf = new Map<number, number>();
  let best: MatchSpan | undefined;
  let bestLeaves = 0;
  let right = 0;
  for (const span of spans) {
    const limit = Math.max(span.start + reach, span.end);
    for (let next = spans[right]; next !== undefined && next.end <= limit; next = spans[++right]) {
      spansOfLeaf.set(next.leaf, (spansOfLeaf.get(next.leaf) ?? 0) + 1);
    }
    if (spansOfLeaf.size > bestLeaves) {
      bestLeaves = spansOfLeaf.size;
      best = span;
    }
    const left = (spansOfLeaf.get(span.leaf) ?? 0) - 1;
    if (left > 0) spansOfLeaf.set(span.leaf, left);
    else spansOfLeaf.delete(span.leaf);
  }
  return best;
}

/**
 * At most 240 code points of a text around a match (or the match's first 240), verbatim apart from collapsed white space and lone
 * surrogates (U+FFFD), cut on grapheme boundaries unless the first grapheme of the match alone is longer. `start` and `end` are code
 * units. Cost: that of the white space behind the match, which all collapses, and independent of the text's length otherwise.
 */
export function snippetAround(text: string, start: number, end: number): string {
  const before = collapse(text.slice(regionStart(text, start), start)).slice(-LOOK);
  const reach = regionEnd(text, start);
  const after = collapse(text.slice(start, reach)).slice(0, LOOK);
  const matchEnd = before.length + collapse(text.slice(start, Math.min(end, reach))).length;
  const pieces = splitGraphemes(before + after);
  let last = pieces.findIndex((piece) => piece.end > before.length);
  if (last < 0) last = pieces.length;
  if ((pieces[last]?.points ?? 0) > SNIPPET_CODE_POINTS)
    return sliceCodePoints(after, 0, SNIPPET_CODE_POINTS).toWellFormed();
  let first = last;
  let used = 0;
  const takeAfter = (until: number): void => {
    for (let next = pieces[last]; next !== undefined && next.start < until; next = pieces[++last]) {
      if (used + next.points > SNIPPET_CODE_POINTS) return;
      used += next.points;
    }
  };
  const takeBefore = (limit: number): void => {
    for (let next = pieces[first - 1]; next !== undefined && used + next.points <= limit; next = pieces[--first - 1]) {
      used += next.points;
    }
  };
  // The match itself comes first, then some context before it, then what follows, then more from before.
  takeAfter(matchEnd);
  takeBefore(Math.min(SNIPPET_CODE_POINTS, used + CONTEXT_BEFORE));
  takeAfter(Number.POSITIVE_INFINITY);
  takeBefore(SNIPPET_CODE_POINTS);
  const shown = pieces.slice(first, last);
  return (before + after)
    .slice(shown[0]?.start ?? 0, shown.at(-1)?.end ?? 0)
    .trim()
    .toWellFormed();
}

interface Grapheme {
  /** Code units. */
  readonly start: number;
  readonly end: number;
  readonly points: number;
}

function splitGraphemes(text: string): Grapheme[] {
  const pieces: Grapheme[] = [];
  if (!NON_ASCII.test(text)) {
    for (let at = 0; at < text.length; at++) pieces.push({ start: at, end: at + 1, points: 1 });
    return pieces;
  }
  for (const { segment, index } of graphemes.segment(text)) {
    pieces.push({ start: index, end: index + segment.length, points: countCodePoints(segment) });
  }
  return pieces;
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, " ");
}

/** Goes on until enough is left after collapsing: a cut in the middle of a character must never be shown. */
function regionEnd(text: string, match: number): number {
  let reach = REGION;
  while (match + reach < text.length && collapse(text.slice(match, match + reach)).length < LOOK) reach *= 4;
  return match + reach;
}

/** Goes back far enough for the context, and to where a grapheme certainly begins: a white space, if there is one. */
function regionStart(text: string, match: number): number {
  const earliest = Math.max(0, match - REGION);
  const space = text.slice(earliest, Math.max(earliest, match - LOOK)).search(/\s/u);
  if (earliest === 0 || space >= 0) return earliest === 0 ? 0 : earliest + space;
  const unit = text.charCodeAt(earliest);
  return unit >= 0xdc00 && unit <= 0xdfff ? earliest - 1 : earliest;
}
