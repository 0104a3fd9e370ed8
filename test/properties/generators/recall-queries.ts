import { fc } from "@fast-check/vitest";
import { type Asked, plainCharacters, termsOf } from "../../oracle/naive-recall.ts";

/** Pieces of which texts and terms are made: often the same few, which overlap one another, */
const COMMON = ["a", "b", " ", "ab", "abc", "cab"];
/** and now and then what normalizes, collapses, or means something in the query language. */
const RARE = [..."á数😀\u0000()*,.-", "  ", "\n\t", "e\u0301", "ﬁ", "数据", "Σς", "\ud83d", "OR", "not", "NEAR"];
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...COMMON) },
  { weight: 1, arbitrary: fc.constantFrom(...RARE) },
);

/** A text that is searched. */
export const recalledText: fc.Arbitrary<string> = fc
  .array(piece, { maxLength: 25, size: "max" })
  .map((pieces) => pieces.join(""));

const sizeOf = (text: string): number => plainCharacters(text).length;
const askedText = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));
const term: fc.Arbitrary<Asked> = askedText
  .filter((text) => text.trim() !== "")
  .map((text) => ({ type: "term", text }));
const near: fc.Arbitrary<Asked> = fc.record({
  type: fc.constant("near" as const),
  texts: fc.uniqueArray(
    askedText.filter((text) => sizeOf(text) >= 3),
    { minLength: 2, maxLength: 3, selector: (text) => plainCharacters(text).join("") },
  ),
  distance: fc.nat(12),
});

/** Any query that can be meant, also one that only excludes. At most 32 terms. */
export const askedQuery: fc.Arbitrary<Asked> = fc
  .letrec<{ asked: Asked }>((tie) => ({
    asked: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 3, arbitrary: term },
      { weight: 1, arbitrary: near },
      { weight: 3, arbitrary: operator("and", tie("asked")) },
      { weight: 2, arbitrary: operator("or", tie("asked")) },
      { weight: 2, arbitrary: fc.record({ type: fc.constant("not" as const), of: tie("asked") }) },
    ),
  }))
  .asked.filter((asked) => termsOf(asked).length <= 32);

function operator(type: "and" | "or", part: fc.Arbitrary<Asked>): fc.Arbitrary<Asked> {
  return fc.array(part, { minLength: 2, maxLength: 3 }).map((of) => ({ type, of }));
}

/** How a query is written down: draws choices that make no difference to what it means. */
export interface Penmanship {
  /** True as often as not. */
  readonly flip: () => boolean;
}

const STRENGTH = { or: 0, and: 1, not: 2, near: 3, term: 3 } as const;

/** The query as someone would type it: parentheses and quotes where they are needed, and now and then elsewhere. */
export function writeQuery(asked: Asked, pen: Penmanship, needed = 0): string {
  const strength = STRENGTH[asked.type];
  const isEnclosed = strength < needed || (strength < 3 && pen.flip() && pen.flip());
  const written = writeBare(asked, pen);
  return isEnclosed ? `(${written})` : written;
}

function writeBare(asked: Asked, pen: Penmanship): string {
  if (asked.type === "term") return writeTerm(asked.text, pen);
  if (asked.type === "not") return `NOT ${writeQuery(asked.of, pen, STRENGTH.not)}`;
  if (asked.type === "near") {
    const isDefault = asked.distance === 10 && pen.flip();
    const terms = asked.texts.map((text) => writeTerm(text, pen)).join(" ");
    return `NEAR${pen.flip() ? "" : " "}(${terms}${isDefault ? "" : `,${pen.flip() ? " " : ""}${asked.distance}`})`;
  }
  const parts = asked.of.map((part) => writeQuery(part, pen, STRENGTH[asked.type]));
  if (asked.type === "or") return parts.join(" OR ");
  return parts.reduce((before, part) => `${before}${pen.flip() ? " " : " AND "}${part}`);
}

function writeTerm(text: string, pen: Penmanship): string {
  const isPlain = !/[\s(),*]/u.test(text) && !["AND", "OR", "NOT", "NEAR"].includes(text);
  const star = sizeOf(text) >= 3 && pen.flip() && pen.flip() ? "*" : "";
  if (isPlain && pen.flip()) return text + star;
  return `${pen.flip() ? `"${text}"` : `“${text}”`}${star}`;
}
