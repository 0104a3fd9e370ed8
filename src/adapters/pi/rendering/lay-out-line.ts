import { breakLine } from "../../../domain/text/break-line.ts";
import { countCells, graphemes } from "./graphemes.ts";
import { paint, type Palette, type Span } from "./span.ts";

/** A line of a drawing before it is known how wide the terminal is. Its text is escaped and holds no line break. */
export interface Line {
  readonly spans: readonly Span[];
  /** Stands before the first row: branches of a tree, spaces. */
  readonly lead?: string;
  /** Stands before the further rows; as many spaces as `lead` has cells when absent. */
  readonly hang?: string;
  /** One row, cut with an ellipsis, instead of as many as it takes. */
  readonly isOneRow?: boolean;
  /** Ends one row where there is room for all of it. */
  readonly tail?: readonly Span[];
}

/** Below this many cells beside the lead, the lead is left out: text is worth more than its place in a tree. */
const NARROWEST = 8;

/** Lays a line out as painted rows of at most `columns` cells. */
export function layOutLine(line: Line, columns: number, palette: Palette): string[] {
  const hasRoom = columns - countCells(line.lead ?? "") >= NARROWEST;
  const lead = hasRoom ? (line.lead ?? "") : "";
  const hang = hasRoom ? (line.hang ?? " ".repeat(countCells(lead))) : "";
  const text = line.spans.map((part) => part.text).join("");
  const room = Math.max(1, columns - Math.max(countCells(lead), countCells(hang)));
  if (line.isOneRow === true) {
    const tail = line.tail ?? [];
    const cells = countCells(lead) + countCells(text) + countCells(tail.map((part) => part.text).join(""));
    const spans = [{ text: lead, style: "faint" as const }, ...line.spans, ...(cells <= columns ? tail : [])];
    return [paintRow(spans, columns, palette)];
  }
  return breakLine(text, graphemes(text), room).map(({ start, end }, at) =>
    paintRow([{ text: at === 0 ? lead : hang, style: "faint" }, ...cut(line.spans, start, end)], columns, palette),
  );
}

/** The spans of the code units `[start, end)` of a line. */
function cut(spans: readonly Span[], start: number, end: number): Span[] {
  const parts: Span[] = [];
  let at = 0;
  for (const { text, style } of spans) {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (part !== "") parts.push({ text: part, style });
    at += text.length;
  }
  return parts;
}

/** Paints one row and cuts it where it would be wider than `columns`: the last word on width, whatever led here. */
function paintRow(spans: readonly Span[], columns: number, palette: Palette): string {
  const text = spans.map((part) => part.text).join("");
  let cells = 0;
  let fits = 0;
  for (const grapheme of graphemes(text)) {
    cells += grapheme.cells;
    if (cells > columns)
      return [...cut(spans, 0, fits), ellipsis(spans, fits)].map((part) => paint(part, palette)).join("");
    if (cells < columns) fits = grapheme.start + grapheme.text.length;
  }
  return spans.map((part) => paint(part, palette)).join("");
}

/** The ellipsis looks like what it cuts. */
function ellipsis(spans: readonly Span[], at: number): Span {
  let end = 0;
  const last = spans.find(({ text }) => (end += text.length) > at);
  return { text: "…", style: last?.style ?? "text" };
}
