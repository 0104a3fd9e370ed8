import { fc, test } from "@fast-check/vitest";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { clipText } from "../../../../src/adapters/cli/printing/clip-text.ts";

describe("clipText", () => {
  it.each([
    ["short", 10, "short"],
    ["exactly", 7, "exactly"],
    ["too long by far", 8, "too lon…"],
    ["数据库数据库", 7, "数据库…"],
    ["数据库数据库", 6, "数据…"],
    ["line\nbreak", 20, "line\\nbreak"],
    ["", 5, ""],
  ])("cuts %j to %i cells", (text, columns, expected) => {
    expect(clipText(text, columns)).toBe(expected);
  });

  test("bounds a name of stacked marks, which takes one cell at any length", () => {
    expect(clipText(`a${"\u0301".repeat(100_000)}`, 10).length).toBeLessThan(100);
  });

  test.prop([fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 1, max: 60 })])(
    "fits",
    (text, columns) => {
      expect(stringWidth(clipText(text, columns))).toBeLessThanOrEqual(columns);
    },
  );
});
