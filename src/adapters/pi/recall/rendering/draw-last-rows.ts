import { formatCount } from "../../../../domain/text/format-quantity.ts";
import type { Drawing } from "../../rendering/drawing.ts";
import { layOutLine } from "../../rendering/lay-out-line.ts";
import { type Palette, type Span, span } from "../../rendering/span.ts";

/** Shows the last `most` rows of a drawing, and above them how many it has before and how to see them. */
export function drawLastRows(whole: Drawing, most: number, palette: Palette, hint: readonly Span[]): Drawing {
  let shown: { readonly of: readonly string[]; readonly rows: string[] } | undefined;
  return {
    render(width) {
      const rows = whole.render(width);
      if (rows.length <= most) return rows;
      if (shown?.of !== rows) {
        const earlier = [span(`… ${formatCount(rows.length - most, "earlier line")}`, "faint")];
        const columns = Number.isFinite(width) ? Math.max(1, Math.floor(width)) : 1;
        const head = layOutLine({ spans: earlier, isOneRow: true, tail: hint }, columns, palette);
        shown = { of: rows, rows: [...head, ...rows.slice(-most)] };
      }
      return shown.rows;
    },
    invalidate() {
      shown = undefined;
      whole.invalidate();
    },
  };
}
