import { codeUnitIndex, countCodePoints } from "./code-points.ts";

/** Code points of the preview of a trace node (design §9). */
export const CLIP_CODE_POINTS = 160;

/** Code units that are looked at for each code point of the result: enough for ordinary white space and long graphemes. */
const LOOK = 32;
const ELLIPSIS = "…";
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * A one-line preview of at most `maximum` code points (160 by default), white space collapsed, lone surrogates as U+FFFD. A text that
 * is longer is cut between graphemes and ends with `…`, which counts. Only the beginning of the text is looked at: the cost
 * depends on `maximum`, not on the text.
 */
export function clipText(text: string, maximum: number = CLIP_CODE_POINTS): string {
  const look = maximum * LOOK;
  const isCut = text.length > look;
  const line = text
    .slice(0, look)
    .replaceAll(/[\s\u0085]+/g, " ")
    .trim();
  if (!isCut && countCodePoints(line) <= maximum) return line.toWellFormed();
  if (maximum < 1) return "";
  // The last grapheme of a cut text may go on behind the cut.
  const whole = isCut ? line.slice(0, graphemes.segment(line).containing(line.length - 1)?.index ?? 0) : line;
  return fitGraphemes(whole.toWellFormed(), maximum - 1).trimEnd() + ELLIPSIS;
}

/** The leading graphemes that fit; where not even the first one does, its leading code points. */
function fitGraphemes(line: string, maximum: number): string {
  let end = 0;
  let points = 0;
  for (const { segment, index } of graphemes.segment(line)) {
    points += countCodePoints(segment);
    if (points > maximum) break;
    end = index + segment.length;
  }
  return line.slice(0, end > 0 ? end : codeUnitIndex(line, maximum));
}
