import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { toJson } from "../../../../src/adapters/cli/printing/to-json.ts";

test("spells what a terminal would obey, and the value stays the same", () => {
  const answer = { snippet: "\u009b31m \u202e \u2028 \u007f \u001b ok 数" };
  const json = toJson(answer);
  expect(json).toContain("\\u009b31m \\u202e \\u2028 \\u007f \\u001b ok 数");
  expect(JSON.parse(json)).toEqual(answer);
});

test.prop([fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }))])(
  "is read back unchanged",
  (answer) => {
    const json = toJson(answer);
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(answer)));
    expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
  },
);
