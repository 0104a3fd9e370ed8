import { graphemes } from "./graphemes.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";

/** Escapes a text and cuts it to `columns` terminal cells, an ellipsis included where something is cut. */
export function clipText(text: string, columns: number): string {
  // A grapheme may be arbitrarily long (stacked marks): the bound on code units keeps a name from filling the screen.
  const bounded = escapeForTerminal(text.slice(0, columns * 8));
  let cells = 0;
  let fits = 0;
  for (const grapheme of graphemes(bounded)) {
    cells += grapheme.cells;
    if (cells > columns) return `${bounded.slice(0, fits)}…`;
    if (cells < columns) fits = grapheme.start + grapheme.text.length;
  }
  return text.length > columns * 8 ? `${bounded.slice(0, fits)}…` : bounded;
}
