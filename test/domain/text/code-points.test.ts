import { describe, expect, test } from "vitest";
import {
  codePointOffset,
  codeUnitIndex,
  codeUnitIndexFromEnd,
  countCodePoints,
  sliceCodePoints,
} from "../../../src/domain/text/code-points.ts";

describe("code points", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["𠮷野家", 3],
    ["😀😀", 2],
    ["e\u0301", 2],
    ["\ud83d", 1],
    ["\ude00\ud83d", 2],
    ["\ud83d\ud83d\ude00", 2],
    ["ab\ud83dcd", 5],
    ["a\u2028\u0085\u000bb", 5],
  ])("count of %j is %i", (text, points) => {
    expect(countCodePoints(text)).toBe(points);
  });

  test("a pair that the end cuts counts as one", () => {
    expect(countCodePoints("a😀b", 2)).toBe(2);
  });

  test("an offset is where its code point begins, or the end", () => {
    expect([0, 1, 2, 3, 4, 99].map((offset) => codeUnitIndex("a😀b\ude00", offset))).toEqual([0, 1, 3, 4, 5, 5]);
  });

  test("counting goes on from a code unit", () => {
    expect(codeUnitIndex("a😀😀b", 2, 1)).toBe(5);
  });

  test("the last code points begin where a lone surrogate is no half of a pair", () => {
    expect([0, 1, 2, 3, 4, 99].map((count) => codeUnitIndexFromEnd("a😀\ude00b", count))).toEqual([5, 4, 3, 1, 0, 0]);
  });

  test("a code unit inside a pair belongs to that pair", () => {
    expect([0, 1, 2, 3, 4].map((index) => codePointOffset("a😀b", index))).toEqual([0, 1, 1, 2, 3]);
  });

  test("a slice keeps pairs whole and lone surrogates as they are", () => {
    expect(sliceCodePoints("a😀b\ud83d😀c", 1, 4)).toBe("😀b\ud83d");
    expect(sliceCodePoints("a😀", 2, 9)).toBe("");
  });
});
