import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { normalize } from "../../src/domain/text/analyzer.ts";
import { occurrencesOf } from "../../src/domain/text/occurrences.ts";
import { createTrigramAnalyzer, spellCharacters, trigramLeaf, trigrams } from "../../src/domain/text/trigrams.ts";
import { anyText } from "./any-text.ts";

/** Few characters of every sort, so that texts often hold one another and almost do. */
const character = fc.constantFrom(
  ...'aAbé0 \t\n\u00a0.-_"*(){}~`@[^\u0000\u007f',
  ..."数据ガか\u3099\u0301\u036f\u0338\u2028\u{e001}\u{e12e}\ufffdΣς😀",
  "\ud83d",
  "\ude00",
);
const shortText = fc.array(character, { maxLength: 30 }).map((parts) => parts.join(""));
const text = fc.oneof(shortText, anyText);
/** A text and something to look for in it, most often a part of it. */
const textAndNeedle = text.chain((whole) => {
  const points = Array.from(whole);
  const part = fc
    .tuple(fc.nat({ max: points.length }), fc.integer({ min: 1, max: 8 }))
    .map(([from, length]) => points.slice(from, from + length).join(""));
  // What the text would hold if it went on.
  const beyond = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(character, { minLength: 1, maxLength: 2 }))
    .map(([length, more]) => points.slice(-length).join("") + more.join(""));
  return fc.tuple(
    fc.constant(whole),
    fc.oneof(
      part,
      beyond,
      shortText,
      fc.array(character, { maxLength: 4 }).map((few) => few.join("")),
    ),
  );
});
/** What FTS5's `ascii` tokenizer makes of tokens joined by spaces. */
const tokenizeAscii = (spelled: string): string[] => spelled.match(/[0-9A-Za-z\u0080-\uffff]+/g) ?? [];

describe("trigrams", () => {
  test.prop([textAndNeedle])("a leaf occurs exactly where the text contains what was asked for", ([whole, needle]) => {
    const leaf = trigramLeaf(needle);
    const spelled = spellCharacters(needle);
    if (leaf === undefined) expect(normalize(needle.toWellFormed()).trim()).toBe("");
    else expect(occurrencesOf(leaf, trigrams(whole)).length > 0).toBe(spellCharacters(whole).includes(spelled));
  });

  test.prop([textAndNeedle])(
    "a leaf occurs as often, and where, the text contains what was asked for",
    ([whole, needle]) => {
      const leaf = trigramLeaf(needle);
      if (leaf === undefined) return;
      const points = Array.from(spellCharacters(whole));
      const wanted = Array.from(spellCharacters(needle));
      const starts = [...points.keys()].filter((start) => wanted.every((point, at) => points[start + at] === point));
      expect(occurrencesOf(leaf, trigrams(whole))).toEqual(starts);
    },
  );

  test.prop([text])("there is one per code point of the spelling, of three code points each", (whole) => {
    const tokens = trigrams(whole);
    expect(tokens.length).toBe(Array.from(spellCharacters(whole)).length);
    for (const token of tokens) expect(Array.from(token).length).toBe(3);
  });

  test.prop([text])("FTS5's ascii tokenizer gives back the tokens joined by spaces", (whole) => {
    expect(tokenizeAscii(trigrams(whole).join(" "))).toEqual(trigrams(whole));
  });

  test.prop([text, text])(
    "texts are spelled alike only where their normal forms differ in white space alone",
    (one, other) => {
      const form = (given: string): string => normalize(given.toWellFormed()).replace(/\s+/g, " ");
      for (const [left, right] of [
        [one, other],
        [one, `${one} `],
        [one, one.toUpperCase()],
      ] as const) {
        expect(spellCharacters(left) === spellCharacters(right)).toBe(form(left) === form(right));
      }
    },
  );

  it("no two characters have one spelling, none is an end, and all are fit for a token", () => {
    const spellings = new Map<string, string>();
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const form = normalize(String.fromCodePoint(code)).replace(/\s+/g, " ");
      for (const point of form) {
        if (/[\u0300-\u036f]/.test(point)) wrong.push(`the normal form of ${code.toString(16)} holds a mark`);
        const spelled = spellCharacters(point);
        const before = spellings.get(spelled);
        if (before !== undefined && before !== point) wrong.push(`${before} and ${point} are one`);
        spellings.set(spelled, point);
        if (/[^0-9a-z\u0080-\uffff]|\u036f/.test(spelled)) wrong.push(`${point} is spelled ${spelled}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("reads short terms as beginnings, and nothing in white space", () => {
    expect(trigramLeaf("Go")).toEqual({ type: "prefix", tokens: ["go"] });
    expect(trigramLeaf("数据")).toEqual({ type: "prefix", tokens: ["数据"] });
    expect(trigramLeaf("CI ")).toEqual({ type: "term", token: `ci${spellCharacters(" ")}` });
    expect(trigramLeaf("retry")).toEqual({ type: "phrase", tokens: ["ret", "etr", "try"] });
    for (const blank of ["", " ", "\n\t \u3000", "\u0301"]) expect(trigramLeaf(blank)).toBeUndefined();
    expect(trigrams("")).toEqual([]);
    for (const needle of ["o ", "no ", "o  ", "no\n"]) {
      const leaf = trigramLeaf(needle);
      expect(leaf && occurrencesOf(leaf, trigrams("no"))).toEqual([]);
    }
  });

  it("carries the rules and the Unicode version in its version", () => {
    const analyzer = createTrigramAnalyzer("17.0");
    expect(analyzer.version).toBe("2-unicode17.0");
    expect(analyzer.tokens("ab").some((token) => token === analyzer.longRun)).toBe(false);
  });
});
