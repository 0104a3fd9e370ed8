import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import type { Page } from "./page.ts";
import { isColourful } from "./paint.ts";
import { wrapLine } from "./wrap-line.ts";

type Range = { start: number; end: number };

/**
 * A snippet as rows of at most `columns` cells, with ranges of it (code units, ascending and apart) highlighted: painted, or between « and »
 * where there are no colours.
 */
export function highlightRanges(
  page: Page,
  snippet: string,
  matched: readonly Readonly<Range>[],
  columns: number,
): string[] {
  const isPlain = !isColourful(page.paint);
  const { text, ranges } = escapeAround(snippet, joinNeighbours(snippet, matched), isPlain);
  return wrapLine(text, columns).map((row) => {
    let painted = "";
    let at = row.start;
    for (const range of ranges) {
      const start = Math.max(at, range.start);
      const end = Math.min(row.end, range.end);
      if (start >= end) continue;
      painted += text.slice(at, start) + page.paint("match", text.slice(start, end));
      at = end;
    }
    return painted + text.slice(at, row.end);
  });
}

/** `RETRY_BUDGET` and `retry budget` read better as one highlight than as two. */
function joinNeighbours(text: string, ranges: readonly Readonly<Range>[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const before = joined.at(-1);
    if (before && /^[^\p{L}\p{N}]{0,3}$/u.test(text.slice(before.end, range.start))) before.end = range.end;
    else joined.push({ ...range });
  }
  return joined;
}

/** Escaping changes lengths: each stretch is escaped alone, so that the ranges can be found again. */
function escapeAround(snippet: string, ranges: readonly Range[], isPlain: boolean): { text: string; ranges: Range[] } {
  let text = "";
  let at = 0;
  const moved = ranges.map(({ start, end }) => {
    text += escapeForTerminal(snippet.slice(at, start));
    const newStart = text.length;
    const match = escapeForTerminal(snippet.slice(start, end));
    text += isPlain ? `«${match}»` : match;
    at = end;
    return { start: newStart, end: text.length };
  });
  return { text: text + escapeForTerminal(snippet.slice(at)), ranges: moved };
}
