import { codeUnitIndex, codeUnitIndexFromEnd, countCodePoints, sliceCodePoints } from "../text/code-points.ts";

/** Longest text that is indexed whole, in code points; of a longer one half of this at each end (design §5). */
export const INDEXED_CODE_POINTS = 1_000_000;

/** One run longer than any token: it takes one position that nothing matches, so that no phrase reaches from the head into the tail. */
const SEAM = "x".repeat(257);
const WORD_PART = /[\p{L}\p{N}\p{M}]/u;

/** What is indexed of a text, and how offsets in it map back: one at `tailAt` or later lies `tailStart - tailAt` further in the text. */
export interface ShortenedText {
  readonly text: string;
  readonly shortened: boolean;
  /** Code point of the original at which its tail begins; 0 when nothing was cut. */
  readonly tailStart: number;
  /** Code point of `text` at which that tail begins; 0 when nothing was cut. */
  readonly tailAt: number;
}

/**
 * The text itself, or its head and tail joined by a seam that no phrase can cross. A word that the cut splits becomes part of the seam,
 * so that no half of it is found as a word. `limit` in code points, 1,000,000 by default. Cost: none for a text that is shorter in code units,
 * else linear.
 */
export function shortenForIndex(text: string, limit: number = INDEXED_CODE_POINTS): ShortenedText {
  const points = text.length <= limit ? text.length : countCodePoints(text);
  if (points <= limit) return { text, shortened: false, tailStart: 0, tailAt: 0 };
  const side = Math.floor(limit / 2);
  const headEnd = codeUnitIndex(text, side);
  const tailStart = codeUnitIndexFromEnd(text, side);
  const seam = `${gapAt(text, headEnd)}${SEAM}${gapAt(text, tailStart)}`;
  return {
    text: text.slice(0, headEnd) + seam + text.slice(tailStart),
    shortened: true,
    tailStart: points - side,
    tailAt: side + seam.length,
  };
}

/** A space where a cut falls between words, nothing where it splits one. */
function gapAt(text: string, index: number): "" | " " {
  const head = text.slice(0, index);
  const isInsideWord =
    isWordPart(head.slice(codeUnitIndexFromEnd(head, 1))) && isWordPart(sliceCodePoints(text.slice(index), 0, 1));
  return isInsideWord ? "" : " ";
}

function isWordPart(codePoint: string): boolean {
  return WORD_PART.test(codePoint.normalize("NFKD"));
}
