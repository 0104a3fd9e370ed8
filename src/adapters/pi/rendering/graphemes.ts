import stringWidth from "string-width";
import type { Grapheme } from "../../../domain/text/break-line.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Marks for which terminals take a cell of their own, as Pi counts them. */
const SPACING_MARK =
  /^[\p{Spacing_Mark}\u{65f}\u{f7f}\u{102b}\u{102c}\u{1031}\u{1033}-\u{1035}\u{1038}\u{103a}-\u{103e}]$/u;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Surrogate}]$/u;
const MARK = /^\p{Mark}$/u;
const PRINTABLE_ASCII = /^[ -~]*$/;
const EMOJI = /^\p{RGI_Emoji}$/v;

/** Measuring one takes up to 60 µs, and a text repeats the same few: graphemes and their cells, and code units of one that is kept. */
const measured = new Map<string, number>();
const REMEMBERED = 4_096;
const LONGEST_REMEMBERED = 32;

/** The graphemes of escaped text, in order, with the cells that they take at most. */
export function* graphemes(text: string): Generator<Grapheme> {
  if (PRINTABLE_ASCII.test(text)) {
    for (let start = 0; start < text.length; start++) yield { text: text.charAt(start), start, cells: 1 };
    return;
  }
  for (const { segment, index } of segmenter.segment(text))
    yield { text: segment, start: index, cells: cellsOf(segment) };
}

/** Terminal cells that a text takes at most. */
export function countCells(text: string): number {
  let cells = 0;
  for (const grapheme of graphemes(text)) cells += grapheme.cells;
  return cells;
}

/**
 * Terminals disagree about some scripts, and so do the two measures that matter here: string-width's, and that of Pi, which ends the
 * program over a line that is one cell too long. The larger one holds.
 */
function cellsOf(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= " " && grapheme <= "~") return 1;
  const known = measured.get(grapheme);
  if (known !== undefined) return known;
  const cells = Math.max(stringWidth(grapheme), cellsInPi(grapheme));
  if (grapheme.length <= LONGEST_REMEMBERED) {
    if (measured.size >= REMEMBERED) measured.clear();
    measured.set(grapheme, cells);
  }
  return cells;
}

/** Not less than `visibleWidth` of Pi's own package (1.6.0) counts for a grapheme; what combines with an emoji takes nothing more. */
function cellsInPi(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let cells = 0;
  let isBase = true;
  let followsMark = false;
  for (const character of grapheme) {
    if (SPACING_MARK.test(character)) {
      cells += 1;
      followsMark = false;
    } else if (MARK.test(character)) followsMark = true;
    else if (!INVISIBLE.test(character)) {
      if (isBase || followsMark || takesOwnCell(character)) cells += Math.max(1, stringWidth(character));
      isBase = false;
      followsMark = false;
    }
  }
  return cells;
}

/** Halfwidth and fullwidth forms, and the vowels AM of Thai and Lao. */
function takesOwnCell(character: string): boolean {
  return (character >= "\u{ff00}" && character <= "\u{ffef}") || character === "\u{e33}" || character === "\u{eb3}";
}
