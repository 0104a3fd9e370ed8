/**
 * Offsets and lengths that leave this project are code points (design §7); a lone surrogate counts as one. JavaScript indexes code
 * units. These functions go from one to the other. Every one is linear in the part of the text that it passes over.
 */

/** Code points of a text, or of its first `end` code units. A pair that `end` cuts counts as one. */
export function countCodePoints(text: string, end: number = text.length): number {
  let points = 0;
  for (let at = 0; at < end; points++) at += unitsAt(text, at);
  return points;
}

/**
 * Code unit at which the code point number `offset` (from 0) begins; the text's length when it has no more than `offset`.
 * `from` is a code unit on a code point's boundary from which to count; default 0.
 */
export function codeUnitIndex(text: string, offset: number, from = 0): number {
  let at = from;
  for (let left = offset; left > 0 && at < text.length; left--) at += unitsAt(text, at);
  return at;
}

/** Code unit at which the last `count` code points of a text begin; 0 when it has no more than `count`. */
export function codeUnitIndexFromEnd(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0 && at > 0; left--) at -= at > 1 && unitsAt(text, at - 2) === 2 ? 2 : 1;
  return at;
}

/** Number of the code point (from 0) that begins at a code unit, or that a code unit inside a pair belongs to. */
export function codePointOffset(text: string, index: number): number {
  const insidePair = index > 0 && index < text.length && unitsAt(text, index - 1) === 2;
  return countCodePoints(text, insidePair ? index - 1 : index);
}

/** The code points `[start, end)` of a text as they are, lone surrogates included. Offsets past the end mean the end. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  const from = codeUnitIndex(text, start);
  return text.slice(from, codeUnitIndex(text, end - start, from));
}

/** 2 where a surrogate pair begins, else 1. */
function unitsAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
