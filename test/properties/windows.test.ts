import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { TextPreview } from "../../src/domain/model/text-preview.ts";
import { clipText } from "../../src/domain/text/clip-text.ts";
import {
  codePointOffset,
  codeUnitIndex,
  codeUnitIndexFromEnd,
  countCodePoints,
  sliceCodePoints,
} from "../../src/domain/text/code-points.ts";
import { dealBudget } from "../../src/domain/text/deal-budget.ts";
import { previewText, windowText } from "../../src/domain/text/text-preview.ts";
import { anyLongText, anyText } from "./any-text.ts";

/** JavaScript's own reading of a string as code points. */
const pointsOf = (text: string) => Array.from(text);
const wellFormed = (points: readonly string[]) => points.map((point) => point.toWellFormed()).join("");
const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.integer({ min: 0, max: 6_000 }));
const shownOf = (view: TextPreview) => view.shownRanges.reduce((sum, { start, end }) => sum + end - start, 0);

function expectPartition(view: TextPreview): void {
  const ranges = [...view.shownRanges, ...view.omittedRanges].toSorted((one, other) => one.start - other.start);
  expect(ranges[0]?.start ?? 0).toBe(0);
  expect(ranges.at(-1)?.end ?? 0).toBe(view.totalChars);
  for (const [index, { start, end }] of ranges.entries()) {
    expect(end).toBeGreaterThan(start);
    expect(ranges[index + 1]?.start ?? end).toBe(end);
  }
  expect(view.truncated).toBe(view.omittedRanges.length > 0);
}

describe("code point laws", () => {
  test.prop([anyText])("counting and slicing agree with JavaScript's iterator", (text) => {
    const points = pointsOf(text);
    expect(countCodePoints(text)).toBe(points.length);
    for (let offset = 0; offset <= points.length; offset++) {
      const index = points.slice(0, offset).join("").length;
      expect(codeUnitIndex(text, offset)).toBe(index);
      expect(codeUnitIndexFromEnd(text, points.length - offset)).toBe(index);
      expect(codePointOffset(text, index)).toBe(offset);
    }
  });

  test.prop([anyText, fc.nat(60), fc.nat(60)])("a slice is the code points it names", (text, start, length) => {
    expect(sliceCodePoints(text, start, start + length)).toBe(
      pointsOf(text)
        .slice(start, start + length)
        .join(""),
    );
  });
});

describe("window laws", () => {
  test.prop([anyLongText, fc.nat(25_000), anyNumber])("a window shows its range and nothing else", (text, at, cap) => {
    const points = pointsOf(text);
    const offset = at % (points.length + 1);
    const view = windowText(text, offset, cap);
    expectPartition(view);
    expect(shownOf(view)).toBeLessThanOrEqual(4_000);
    const { start, end } = view.shownRanges[0] ?? { start: offset, end: offset };
    expect(start).toBe(offset);
    expect(view.text).toBe(wellFormed(points.slice(start, end)));
    expect(windowText(text, start, end - start)).toEqual(view);
  });

  test.prop([anyLongText])("windows one after the other give the whole text", (text) => {
    let read = "";
    let offset = 0;
    for (;;) {
      const view = windowText(text, offset);
      if (view.shownRanges.length === 0) break;
      read += view.text;
      offset = view.shownRanges[0]?.end ?? Number.NaN;
    }
    expect(read).toBe(wellFormed(pointsOf(text)));
  });

  test.prop([anyText, anyNumber])(
    "an offset is a place in the text or a request error that says what to do",
    (text, offset) => {
      const isPlace = Number.isSafeInteger(offset) && offset >= 0 && offset <= pointsOf(text).length;
      if (isPlace) expect(windowText(text, offset).totalChars).toBe(pointsOf(text).length);
      else expect(() => windowText(text, offset)).toThrow(expect.objectContaining({ code: "InvalidRequest" }));
    },
  );
});

describe("preview laws", () => {
  test.prop([anyLongText, anyNumber, anyNumber])("shown parts read back by their ranges", (text, forHead, forTail) => {
    const view = previewText(text, { head: forHead, tail: forTail });
    expectPartition(view);
    expect(shownOf(view)).toBeLessThanOrEqual(4_000);
    expect(view.totalChars).toBe(countCodePoints(text));
    expect(view.text.isWellFormed()).toBe(true);
    const [omitted] = view.omittedRanges;
    const readBack = (start: number, end: number) => windowText(text, start, end - start).text;
    if (omitted) {
      const count = (omitted.end - omitted.start).toLocaleString("en-US");
      const [head, tail] = view.text.split(new RegExp(`\n\\[… ${count} characters? omitted …\\]\n`));
      expect(head).toBe(readBack(0, omitted.start));
      expect(tail).toBe(readBack(omitted.end, view.totalChars));
    }
    if (!view.truncated) expect(view.text).toBe(wellFormed(pointsOf(text)));
  });

  test.prop([anyText, fc.integer({ min: 0, max: 200 })])("a clipped line stays within its maximum", (text, maximum) => {
    const line = clipText(text, maximum);
    expect(countCodePoints(line)).toBeLessThanOrEqual(maximum);
    expect(line.isWellFormed()).toBe(true);
    expect(line).not.toMatch(/[\n\r\u2028\u2029\u0085\t]|^\s|\s$| {2}/);
    expect(clipText(line, maximum)).toBe(line);
  });
});

describe("budget laws", () => {
  const lengths = fc.array(fc.oneof(fc.nat(10_000), anyNumber), { maxLength: 60 });

  test.prop([lengths, fc.option(fc.integer({ min: -2, max: 60 }), { nil: undefined }), anyNumber])(
    "caps never exceed the total, 4,000, nor what there is",
    (wanted, target, total) => {
      const caps = dealBudget(wanted, target, total);
      expect(caps).toHaveLength(wanted.length);
      expect(caps.reduce((sum, cap) => sum + cap, 0)).toBeLessThanOrEqual(Math.min(24_000, Math.max(0, total || 0)));
      for (const [index, cap] of caps.entries()) {
        expect(Number.isSafeInteger(cap) && cap >= 0 && cap <= 4_000 && cap <= Math.max(0, wanted[index] || 0)).toBe(
          true,
        );
      }
    },
  );

  test.prop([fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 }), fc.nat(59), fc.nat(30_000)])(
    "the target gets all it can, and no larger cap would fit the rest",
    (wanted, at, total) => {
      const target = at % wanted.length;
      const caps = dealBudget(wanted, target, total);
      const budget = Math.min(total, 24_000);
      expect(caps[target]).toBe(Math.min(wanted[target] ?? 0, 4_000, budget));
      const rest = wanted.filter((_, index) => index !== target).map((length) => Math.min(length, 4_000));
      const given = caps.filter((_, index) => index !== target);
      const cap = Math.max(0, ...given);
      expect(given).toEqual(rest.map((length) => Math.min(length, cap)));
      const larger = rest.reduce((sum, length) => sum + Math.min(length, cap + 1), 0);
      const isAllShown = rest.every((length) => length <= cap);
      expect(isAllShown || larger > budget - (caps[target] ?? 0)).toBe(true);
    },
  );
});
