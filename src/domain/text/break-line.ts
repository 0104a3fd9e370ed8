/** What a reader sees as one character, where it begins (code units), and how many terminal cells it takes. */
export interface Grapheme {
  readonly text: string;
  readonly start: number;
  readonly cells: number;
}

/** A row of a wrapped line: code units `[start, end)` of it. */
export interface Row {
  readonly start: number;
  readonly end: number;
}

/**
 * Breaks one line, given with its graphemes, into rows of at most `columns` terminal cells: after white space and wide characters where
 * it can, anywhere where a word is longer than a row. Only a grapheme that is wider than `columns` itself makes a longer row. The space at a break belongs to no row. An empty line is one empty row.
 */
export function breakLine(line: string, graphemes: Iterable<Grapheme>, columns: number): Row[] {
  const rows: Row[] = [];
  let start = 0;
  let cells = 0;
  let breakAt = 0;
  let cellsAtBreak = 0;
  for (const grapheme of graphemes) {
    const isSpace = grapheme.text === " ";
    // Spaces may stand beyond the edge: they go with the break. Twice where the rest of a row is too long beside a wide character.
    const limit = isSpace ? Number.POSITIVE_INFINITY : columns - grapheme.cells;
    while (cells > limit && grapheme.start > start) {
      const end = breakAt > start ? breakAt : grapheme.start;
      rows.push({ start, end: withoutTrailingSpace(line, start, end) });
      cells -= breakAt > start ? cellsAtBreak : cells;
      start = end;
    }
    cells += grapheme.cells;
    if (isSpace || grapheme.cells > 1) {
      breakAt = grapheme.start + grapheme.text.length;
      cellsAtBreak = cells;
    }
  }
  rows.push({ start, end: withoutTrailingSpace(line, start, line.length) });
  return rows;
}

function withoutTrailingSpace(line: string, start: number, end: number): number {
  let cut = end;
  while (cut > start && line[cut - 1] === " ") cut -= 1;
  return cut;
}
