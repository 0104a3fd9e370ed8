import { describe, expect, test } from "vitest";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { previewText, windowText } from "../../../src/domain/text/text-preview.ts";

describe("preview", () => {
  test("a text within the budget is whole", () => {
    const text = "😀".repeat(4_000);
    expect(previewText(text)).toEqual({
      text,
      totalChars: 4_000,
      shownRanges: [{ start: 0, end: 4_000 }],
      omittedRanges: [],
      truncated: false,
    });
  });

  test("an empty text has no ranges", () => {
    expect(previewText("")).toEqual({ text: "", totalChars: 0, shownRanges: [], omittedRanges: [], truncated: false });
  });

  test("a longer text shows head and tail around a mark that belongs to no range", () => {
    const preview = previewText(`${"h".repeat(2_000)}${"m".repeat(12_345)}${"t".repeat(2_000)}`);
    expect(preview.text).toBe(`${"h".repeat(2_000)}\n[… 12,345 characters omitted …]\n${"t".repeat(2_000)}`);
    expect(preview).toMatchObject({
      totalChars: 16_345,
      shownRanges: [
        { start: 0, end: 2_000 },
        { start: 14_345, end: 16_345 },
      ],
      omittedRanges: [{ start: 2_000, end: 14_345 }],
      truncated: true,
    });
  });

  test("one omitted code point is named as one, and ranges count code points", () => {
    const preview = previewText("a😀b😀c", { head: 2, tail: 2 });
    expect(preview.text).toBe("a😀\n[… 1 character omitted …]\n😀c");
    expect(preview.omittedRanges).toEqual([{ start: 2, end: 3 }]);
  });

  test("a lone surrogate is shown as U+FFFD and never meets its other half across the mark", () => {
    expect(previewText("a\ud83dxx\ude00b", { head: 2, tail: 2 }).text).toBe(
      "a\ufffd\n[… 2 characters omitted …]\n\ufffdb",
    );
    expect(previewText("ab\ud83dcd")).toMatchObject({ text: "ab\ufffdcd", totalChars: 5 });
  });

  test("a side without budget has no range", () => {
    expect(previewText("abcdef", { head: 0, tail: 2 })).toMatchObject({
      shownRanges: [{ start: 4, end: 6 }],
      omittedRanges: [{ start: 0, end: 4 }],
    });
    expect(previewText("abcdef", { head: 0, tail: 0 })).toMatchObject({
      shownRanges: [],
      omittedRanges: [{ start: 0, end: 6 }],
    });
  });

  test.each([
    { head: 9_000, tail: 9_000 },
    { head: Number.POSITIVE_INFINITY, tail: 0 },
    { head: 3_999.9, tail: Number.MAX_VALUE },
  ])("no budget raises the cap: %j", (budget) => {
    const { shownRanges } = previewText("x".repeat(10_000), budget);
    expect(shownRanges.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(4_000);
  });

  test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY])("a budget of %d shows nothing", (budget) => {
    expect(previewText("abc", { head: budget, tail: budget }).shownRanges).toEqual([]);
  });
});

describe("window", () => {
  const text = `${"😀".repeat(2_500)}MIDMARK${"😀".repeat(2_500)}`;
  const totalChars = 5_007;

  test("is one contiguous range, whole code points at both edges", () => {
    expect(windowText(text, 2_499, 9)).toEqual({
      text: "😀MIDMARK😀",
      totalChars,
      shownRanges: [{ start: 2_499, end: 2_508 }],
      omittedRanges: [
        { start: 0, end: 2_499 },
        { start: 2_508, end: totalChars },
      ],
      truncated: true,
    });
  });

  test("is 4,000 long by default", () => {
    expect(windowText(text, 0).shownRanges).toEqual([{ start: 0, end: 4_000 }]);
  });

  test("ends with the text", () => {
    expect(windowText(text, totalChars - 1)).toMatchObject({
      text: "😀",
      shownRanges: [{ start: totalChars - 1, end: totalChars }],
      omittedRanges: [{ start: 0, end: totalChars - 1 }],
    });
  });

  test("at the end is empty, also of an empty text", () => {
    expect(windowText(text, totalChars)).toMatchObject({
      text: "",
      shownRanges: [],
      omittedRanges: [{ start: 0, end: totalChars }],
      truncated: true,
    });
    expect(windowText("", 0)).toMatchObject({ text: "", totalChars: 0, truncated: false });
  });

  test("past the end states totalChars", () => {
    expect(() => windowText(text, totalChars + 1)).toThrow(
      new RecallError(
        "InvalidRequest",
        "`offset` 5008 lies past the end: totalChars of this fragment is 5007. Use an offset from 0 to 5007.",
      ),
    );
  });

  test.each([-1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -0.1])("offset %d is refused", (offset) => {
    expect(() => windowText(text, offset)).toThrow(expect.objectContaining({ code: "InvalidRequest" }));
  });

  test.each([4_001, 1e9, Number.POSITIVE_INFINITY])("a cap of %d is 4,000", (cap) => {
    expect(windowText("x".repeat(9_000), 10, cap).shownRanges).toEqual([{ start: 10, end: 4_010 }]);
  });

  test.each([0, -5, Number.NaN])("a cap of %d shows nothing", (cap) => {
    expect(windowText("abc", 1, cap)).toMatchObject({ text: "", omittedRanges: [{ start: 0, end: 3 }] });
  });
});
