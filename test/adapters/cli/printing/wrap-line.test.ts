import { fc, test } from "@fast-check/vitest";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { escapeForTerminal } from "../../../../src/domain/text/escape-for-terminal.ts";
import { wrapLine } from "../../../../src/adapters/cli/printing/wrap-line.ts";

const wrap = (line: string, columns: number): string[] =>
  wrapLine(line, columns).map(({ start, end }) => line.slice(start, end));

const graphemesOf = (row: string): number => [...new Intl.Segmenter().segment(row)].length;

describe("wrapLine", () => {
  it.each([
    ["", 10, [""]],
    ["one two three", 7, ["one two", "three"]],
    ["one two three", 8, ["one two", "three"]],
    ["exactly ten", 11, ["exactly ten"]],
    ["unbreakable", 4, ["unbr", "eaka", "ble"]],
    ["a unbreakable", 5, ["a", "unbre", "akabl", "e"]],
    ["数据库数据库", 5, ["数据", "库数", "据库"]],
    ["  indented code", 10, ["  indented", "code"]],
    ["👩‍👩‍👧👩‍👩‍👧", 3, ["👩‍👩‍👧", "👩‍👩‍👧"]],
    [" !𖿠", 2, ["", "!", "𖿠"]],
    ["wide 数", 6, ["wide", "数"]],
  ])("breaks %j at %i cells", (line, columns, rows) => {
    expect(wrap(line, columns)).toEqual(rows);
  });

  test.prop([fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 2, max: 40 })])(
    "rows fit, and lose nothing but the spaces at breaks",
    (text, columns) => {
      const line = escapeForTerminal(text);
      const rows = wrap(line, columns);
      const tooLong = rows.filter((row) => stringWidth(row) > columns && graphemesOf(row) > 1);
      expect(tooLong).toEqual([]);
      expect(rows.join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
    },
  );
});
