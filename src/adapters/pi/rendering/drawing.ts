import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { layOutLine, type Line } from "./lay-out-line.ts";
import type { Palette } from "./span.ts";

/** What Pi's terminal interface asks of a component. */
export interface Drawing {
  /** Rows of at most `width` cells. The same array as long as nothing changes, so that Pi's caches hold. */
  render(width: number): string[];
  invalidate(): void;
}

/** Draws lines. `lines` is called once, and never lets a failure out: an old or foreign result shows `fallback` instead. */
export function createDrawing(lines: () => readonly Line[], palette: Palette, fallback: string): Drawing {
  let drawn: { readonly width: number; readonly rows: string[] } | undefined;
  return {
    render(width) {
      const columns = Number.isFinite(width) ? Math.max(1, Math.floor(width)) : 1;
      if (drawn?.width !== columns) drawn = { width: columns, rows: draw(lines, palette, fallback, columns) };
      return drawn.rows;
    },
    invalidate() {
      drawn = undefined;
    },
  };
}

function draw(lines: () => readonly Line[], palette: Palette, fallback: string, columns: number): string[] {
  try {
    return lines().flatMap((line) => layOutLine(line, columns, palette));
  } catch {
    return layOutLine({ spans: [{ text: escapeForTerminal(fallback), style: "text" }], isOneRow: true }, columns, {
      fg: (_color, text) => text,
      bold: (text) => text,
    });
  }
}
