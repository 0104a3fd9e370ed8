import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { joinSpans } from "../../src/domain/text/join-spans.ts";
import { locateCharacters } from "../../src/domain/text/locate-characters.ts";
import { substringSpans } from "../../src/domain/text/substring-spans.ts";
import { spellCharacters } from "../../src/domain/text/trigrams.ts";
import { placesOf, plainCharacters } from "../oracle/naive-recall.ts";
import { anyText } from "./any-text.ts";
import { recalledText } from "./generators/recall-queries.ts";

/** Characters whose normalization meets its neighbours. */
const restless = fc
  .array(
    fc.constantFrom(
      ..."aI \n=\u0338\u0301\u0345\u3099\uff9eﾊかがﬁ½ßİΣςé¨㎏\ufdfa",
      ..."\u1100\u1161\u11a8가ㄱㅏ\u{16d63}\u{16d67}क\u093c",
      "\ud83d",
      "\udc00",
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));
const text = fc.oneof(recalledText, restless, anyText);
const textAndTerm = text.chain((whole) =>
  fc.tuple(
    fc.constant(whole),
    fc.oneof(
      text,
      fc
        .tuple(fc.nat({ max: whole.length }), fc.integer({ min: 1, max: 4 }))
        .map(([from, length]) => whole.slice(from, from + length)),
    ),
  ),
);

describe("the places of characters", () => {
  test.prop([text], { numRuns: 500 })("belong to the spelling of the whole text, in order", (whole) => {
    const { spelled, starts, ends } = locateCharacters(whole);
    expect(spelled).toBe(spellCharacters(whole));
    expect(starts.length).toBe(spelled.length);
    expect(ends.length).toBe(spelled.length);
    let reached = 0;
    for (const [unit, start] of starts.entries()) {
      expect(start).toBeGreaterThanOrEqual(reached);
      expect(ends[unit]).toBeGreaterThan(start);
      expect(ends[unit]).toBeLessThanOrEqual(whole.length);
      reached = start;
    }
  });

  it("hold for every code point between its likeliest neighbours", () => {
    const wrong: string[] = [];
    for (const point of restlessPoints()) {
      const character = String.fromCodePoint(point);
      const whole = `か${character}e\u1161 ${character}=\u0338`;
      if (locateCharacters(whole).spelled !== spellCharacters(whole)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

/** All but ideographs, private use and planes without a character that normalization touches. */
function* restlessPoints(): Iterable<number> {
  for (const [from, to] of [
    [0, 0x33ff],
    [0xa000, 0xabff],
    [0xd700, 0x1_6fff],
    [0x1_b000, 0x1_ffff],
    [0x2_f800, 0x2_fa1f],
    [0xe_0000, 0xe_01ff],
  ] as const) {
    for (let point = from; point <= to; point++) yield point;
  }
}

describe("the places of terms", () => {
  test.prop([textAndTerm], { numRuns: 500 })("are all those that a naive look finds", ([whole, term]) => {
    const spans = substringSpans(whole, [term]);
    expect(spans.length).toBe(plainCharacters(term).length === 0 ? 0 : placesOf(term, whole).length);
    for (const { start, end } of spans) {
      expect(spellCharacters(whole.slice(start, end))).toContain(spellCharacters(term));
    }
  });

  test.prop([text, fc.array(text, { maxLength: 4 }), fc.integer({ min: 0, max: 3 })])(
    "come by their start, of each term the first few",
    (whole, terms, most) => {
      const spans = substringSpans(whole, terms, most);
      for (const [at, span] of spans.entries()) expect(span.start).toBeGreaterThanOrEqual(spans[at - 1]?.start ?? 0);
      for (const leaf of terms.keys()) {
        const all = substringSpans(whole, terms).filter((span) => span.leaf === leaf);
        expect(spans.filter((span) => span.leaf === leaf)).toEqual(all.slice(0, most));
      }
    },
  );

  test.prop([text, fc.array(text, { maxLength: 4 })])("joined cover the same and stand apart", (whole, terms) => {
    const spans = substringSpans(whole, terms);
    const joined = joinSpans(spans);
    const covered = (ranges: readonly { start: number; end: number }[]) =>
      [...whole].keys().filter((at) => ranges.some(({ start, end }) => start <= at && at < end));
    expect([...covered(joined)]).toEqual([...covered(spans)]);
    for (const [at, { start }] of joined.entries()) expect(start).toBeGreaterThan(joined[at - 1]?.end ?? -1);
  });
});
