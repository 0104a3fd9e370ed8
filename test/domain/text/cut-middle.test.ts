import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { countCodePoints } from "../../../src/domain/text/code-points.ts";
import { cutMiddle } from "../../../src/domain/text/cut-middle.ts";

const MARK = /\n\[… ([\d,]+) characters omitted …\]\n/;

test("a text that fits stays, any other keeps its beginning and its end around what is missing", () => {
  expect(cutMiddle("short", 5)).toBe("short");
  expect(cutMiddle("𝒳".repeat(50), 50)).toBe("𝒳".repeat(50));
  const cut = cutMiddle(`${"a".repeat(5_000)}${"z".repeat(5_000)}`, 130);
  expect(cut).toMatch(/^a{60,}\n\[… 9,\d\d\d characters omitted …\]\nz{30,}$/);
  expect(cutMiddle("a".repeat(100), 20)).toBe("a".repeat(20));
  expect(cutMiddle("abc", 0)).toBe("");
});

test("whatever the text: well-formed, within the cap, and the mark is right", () => {
  const text = fc
    .tuple(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.array(fc.constantFrom("a", "\ud800", "\udc00", "😀"), { maxLength: 30 }),
      fc.nat(30),
    )
    .map(([one, units, times]) => (one + units.join("")).repeat(times));
  fc.assert(
    fc.property(text, fc.nat(1_000), (whole, cap) => {
      const total = countCodePoints(whole);
      const shown = cutMiddle(whole, cap);
      expect(shown.isWellFormed()).toBe(true);
      expect(countCodePoints(shown)).toBeLessThanOrEqual(cap);
      const mark = MARK.exec(shown);
      if (total <= cap) expect(shown).toBe(whole.toWellFormed());
      else if (mark === null) expect(countCodePoints(shown)).toBe(cap);
      else {
        const missing = Number((mark[1] as string).replaceAll(",", ""));
        expect(countCodePoints(shown) - countCodePoints(mark[0]) + missing).toBe(total);
      }
    }),
  );
});
