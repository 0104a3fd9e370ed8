import { visibleWidth } from "@earendil-works/pi-tui";
import { fc, test } from "@fast-check/vitest";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { countCells, graphemes } from "../../../../src/adapters/pi/rendering/graphemes.ts";
import { escapeForTerminal } from "../../../../src/domain/text/escape-for-terminal.ts";
import { hostileText } from "./hostile-text.ts";

describe("countCells", () => {
  it.each([
    ["plain", 5],
    ["", 0],
    ["数据库", 6],
    ["👩🏽‍💻", 2],
    ["e\u0301", 1],
    ["\u1112\u1161\u11ab", 2],
    ["กำ", 2],
    ["नि", 2],
  ])("counts %j as %i", (text, cells) => {
    expect(countCells(text)).toBe(cells);
  });

  test.prop([hostileText])("is never less than what string-width or Pi counts", (text) => {
    const escaped = escapeForTerminal(text);
    expect(countCells(escaped)).toBeGreaterThanOrEqual(stringWidth(escaped));
    expect(countCells(escaped)).toBeGreaterThanOrEqual(visibleWidth(escaped));
  });

  test.prop([fc.integer({ min: 0x80, max: 0x10ffff })], { numRuns: 3_000 })(
    "nor for a single code point behind a letter",
    (point) => {
      const text = escapeForTerminal(`a${String.fromCodePoint(point)}`);
      expect(countCells(text)).toBeGreaterThanOrEqual(Math.max(stringWidth(text), visibleWidth(text)));
    },
  );
});

describe("graphemes", () => {
  test.prop([hostileText])("are the text, piece by piece", (text) => {
    const parts = [...graphemes(text)];
    expect(parts.map((part) => part.text).join("")).toBe(text);
    for (const part of parts) expect(text.startsWith(part.text, part.start)).toBe(true);
  });
});
