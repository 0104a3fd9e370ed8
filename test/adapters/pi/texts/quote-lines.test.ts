import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { quoteLines, readQuotedLine } from "../../../../src/adapters/pi/texts/quote-lines.ts";
import { anyText } from "../../../properties/any-text.ts";

describe("quoted lines", () => {
  test("mark every line, whatever ends it", () => {
    expect(quoteLines("a\nb\r\nc\rd\u2028e\n", "  ")).toEqual(["  | a", "  | b\r", "  | c\r  | d\u2028  | e", "  | "]);
  });

  test("an empty text has none", () => {
    expect(quoteLines("")).toEqual([]);
  });

  test("lone surrogates and NUL become U+FFFD, one for one", () => {
    expect(quoteLines("a\0\ud83d🦓")).toEqual(["| a\ufffd\ufffd🦓"]);
  });

  test.prop([anyText, fc.constantFrom("", "   ")])("give the text back, apart from those", (text, indent) => {
    const read = quoteLines(text, indent).map((line) => readQuotedLine(line));
    for (const line of read) expect(line?.indent).toBe(indent.length);
    const verbatim = read.map((line) => line?.text ?? "").join("\n");
    const unmarked = verbatim.replaceAll(new RegExp(`([\\v\\f\\r\\u0085\\u2028\\u2029])${indent}\\| `, "g"), "$1");
    expect(unmarked).toBe(text.toWellFormed().replaceAll("\0", "\ufffd"));
  });

  test("lines of an answer are none", () => {
    for (const line of ["", "  ", "|", "event a", "a | b"]) expect(readQuotedLine(line)).toBeUndefined();
  });
});
