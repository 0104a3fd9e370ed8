import { fc } from "@fast-check/vitest";

const PIECES = [
  "a",
  "B9",
  " ",
  "\n",
  "é",
  "e\u0301",
  "数据",
  "😀",
  "👨‍👩‍👧",
  "\ud83d",
  "\ude00",
  "\u0000",
  "\u2028",
  "\ufeff",
  "שלום",
];

/** Any string that JavaScript can hold, lone surrogates included, with real characters and pairs far more often than chance has them. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** Text that is often longer than the caps. */
export const anyLongText: fc.Arbitrary<string> = fc
  .tuple(anyText, anyText, fc.integer({ min: 0, max: 1_500 }))
  .map(([head, body, times]) => head + body.repeat(Math.min(times, Math.floor(20_000 / (body.length + 1)))) + head);
