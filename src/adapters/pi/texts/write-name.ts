import { clipText } from "../../../domain/text/clip-text.ts";

/** Controls and format characters that JSON leaves as they are, and that could end a line or reorder what stands around them. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** A name that needs no quotes: nothing in it can pass for another part of the line. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}_./@+-]*$/u;

/** A text as a JSON string on one line, in quotes, whatever it holds: reading it as JSON gives it back. */
export function writeQuoted(text: string): string {
  return JSON.stringify(text).replace(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A name (a session's, a label, a path) on one line in quotes, clipped to `bytes` (UTF-8, quotes included; at least 8). Cost: that of the
 * clipping, a few times.
 */
export function writeName(name: string, bytes: number): string {
  for (let points = bytes; points > 0; ) {
    const written = writeQuoted(clipText(name, points));
    const size = Buffer.byteLength(written);
    if (size <= bytes) return written;
    points = Math.min(points - 1, Math.ceil((points * bytes) / size));
  }
  return '"…"';
}

/** The same without quotes where the name is a plain word: a tool, a role, an entry type. */
export function writeWord(word: string, bytes: number): string {
  return Buffer.byteLength(word) <= bytes && PLAIN.test(word) ? word : writeName(word, bytes);
}
