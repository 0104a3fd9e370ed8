import { expect, it } from "vitest";
import { joinSpans } from "../../../src/domain/text/join-spans.ts";
import { substringSpans } from "../../../src/domain/text/substring-spans.ts";

const TEXT = "Die Straße führt  nach\n\nÅngström: 数据库 ﬁnal e\u0301te\u0301 👩🏽‍💻 x=1;";

it.each([
  ["FUHRT NACH", ["führt  nach"]],
  ["nach angstrom: 数", ["nach\n\nÅngström: 数"]],
  ["führt ", ["führt  "]],
  ["据", ["据"]],
  ["fin", ["ﬁn"]],
  ["i", ["i", "ﬁ"]],
  ["ete", ["e\u0301te\u0301"]],
  ["=1;", ["=1;"]],
  [" x=", [" x="]],
  ["👩", ["👩"]],
  ["ße", ["ße"]],
  ["absent", []],
  ["", []],
])("%j stands at its places", (term, shown) => {
  expect(substringSpans(TEXT, [term]).map(({ start, end }) => TEXT.slice(start, end))).toEqual(shown);
});

it("finds occurrences that overlap, and joins them for showing", () => {
  const spans = substringSpans("xaaa aa", ["aa", "xa"]);
  expect(spans).toEqual([
    { leaf: 1, start: 0, end: 2 },
    { leaf: 0, start: 1, end: 3 },
    { leaf: 0, start: 2, end: 4 },
    { leaf: 0, start: 5, end: 7 },
  ]);
  expect(joinSpans(spans)).toEqual([
    { start: 0, end: 4 },
    { start: 5, end: 7 },
  ]);
});

it("joins what stands inside something longer", () => {
  expect(joinSpans(substringSpans("x abcd", ["abcd", "bc"]))).toEqual([{ start: 2, end: 6 }]);
});

it("goes through a megabyte that repeats itself, of each term the first few", () => {
  const spans = substringSpans("aé".repeat(300_000), ["éa".repeat(120), "b", "a"], 100);
  expect(spans).toHaveLength(200);
});
