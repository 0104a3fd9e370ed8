import { describe, expect, test } from "vitest";
import { escapeForTerminal, escapeLinesForTerminal } from "../../../src/domain/text/escape-for-terminal.ts";

describe("escapeForTerminal", () => {
  test.each([
    ["colours", "\u001b[31mred", "\\x1b[31mred"],
    ["window title", "\u001b]0;owned\u0007", "\\x1b]0;owned\\x07"],
    ["C1 control sequence introducer", "\u009b2J", "\\x9b2J"],
    ["delete and backspace", "a\u007f\u0008b", "a\\x7f\\x08b"],
    ["NUL", "a\u0000b", "a\\x00b"],
    ["line breaks and tabs", "a\nb\r\tc", "a\\nb\\r\\tc"],
    ["overrides", "\u202eevil\u202c", "\\u202eevil\\u202c"],
    ["isolates", "\u2066x\u2069", "\\u2066x\\u2069"],
    ["marks", "\u200e\u200f\u061c", "\\u200e\\u200f\\u061c"],
    ["separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    ["a lone surrogate", "a\ud83d", "a\ufffd"],
  ])("spells %s", (_name, text, expected) => {
    expect(escapeForTerminal(text)).toBe(expected);
  });

  test.each(["مرحبا بالعالم", "שלום", "数据库", "👩‍👩‍👧‍👦", "naïve e\u0301", "نمی\u200cخواهم", "\u00a0"])(
    "leaves %j alone",
    (text) => {
      expect(escapeForTerminal(text)).toBe(text);
    },
  );
});

test("escapeLinesForTerminal keeps line breaks, spells a carriage return inside a line, and widens tabs", () => {
  expect(escapeLinesForTerminal("a\r\n\tb\n50 %\r100 %\n")).toEqual(["a", "    b", "50 %\\r100 %", ""]);
});
