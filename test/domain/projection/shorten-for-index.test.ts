import { describe, expect, test } from "vitest";
import { shortenForIndex } from "../../../src/domain/projection/shorten-for-index.ts";

const SEAM = "x".repeat(257);

describe("shortening for the index", () => {
  test("a text within the limit is itself, also one of pairs", () => {
    for (const text of ["", "abc", "a".repeat(1_000_000), "😀".repeat(1_000_000)]) {
      const shortened = shortenForIndex(text);
      expect(shortened.text === text).toBe(true);
      expect(shortened).toMatchObject({ shortened: false, tailStart: 0, tailAt: 0 });
    }
  });

  test("a longer text keeps 500,000 code points at each end", () => {
    const text = `${"a ".repeat(250_000)}lost ${"😀 ".repeat(250_000)}`;
    const { text: indexed, ...cut } = shortenForIndex(text);
    expect(cut).toEqual({ shortened: true, tailStart: 500_005, tailAt: 500_000 + SEAM.length + 2 });
    expect(indexed === `${"a ".repeat(250_000)} ${SEAM} ${"😀 ".repeat(250_000)}`).toBe(true);
  });

  test("offsets in the tail map back to the text", () => {
    const text = `head ${"m".repeat(20)} tail`;
    const shortened = shortenForIndex(text, 10);
    const found = shortened.text.indexOf("tail");
    expect(found - shortened.tailAt + shortened.tailStart).toBe(text.indexOf("tail"));
  });

  test("a word that the cut splits joins the seam, so that no half of it is a word", () => {
    expect(shortenForIndex("one twofold three fourfive six", 10).text).toBe(`one t${SEAM}e six`);
    expect(shortenForIndex("aaaa bbbbbbbb cccc", 8).text).toBe(`aaaa ${SEAM} cccc`);
    expect(shortenForIndex("aaaa,,,,cccc", 8).text).toBe(`aaaa ${SEAM} cccc`);
    expect(shortenForIndex("ab㎏cde-f㎏gh", 6).text).toBe(`ab㎏${SEAM}㎏gh`);
  });

  test("pairs stay whole", () => {
    expect(shortenForIndex("😀😀😀😀😀", 2).text).toBe(`😀 ${SEAM} 😀`);
    expect(shortenForIndex("😀😀😀😀😀", 2)).toMatchObject({ tailStart: 4, tailAt: 1 + SEAM.length + 2 });
  });
});
