import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { narrowParts, shownParts } from "../../../../src/adapters/pi/texts/shown-parts.ts";
import type { TextPreview } from "../../../../src/domain/model/text-preview.ts";
import { previewText, windowText } from "../../../../src/domain/text/text-preview.ts";
import { anyText } from "../../../properties/any-text.ts";

const size = fc.nat({ max: 60 });

function expectExact(preview: TextPreview, cap: number, isWindow: boolean, points: readonly string[]): void {
  const parts = narrowParts(shownParts(preview), cap, isWindow);
  let at = 0;
  let shown = 0;
  for (const part of parts) {
    expect(part.start).toBeGreaterThanOrEqual(at);
    expect(part.text).toBe(points.slice(part.start, part.end).join(""));
    at = part.end;
    shown += part.end - part.start;
  }
  expect(shown).toBe(
    Math.min(
      cap,
      preview.shownRanges.reduce((sum, { start, end }) => sum + end - start, 0),
    ),
  );
  if (isWindow) expect(parts[0]?.start).toBe(preview.shownRanges[0]?.start);
}

describe("the parts of a preview", () => {
  test.prop([anyText, size, size, size])(
    "say exactly which code points they show, however far cut",
    (text, head, tail, cap) => {
      const points = [...text.toWellFormed()];
      expectExact(previewText(text, { head: Math.max(head, tail), tail }), cap, false, points);
      expectExact(windowText(text, Math.min(head, points.length), tail), cap, true, points);
    },
  );
});
