import { codeUnitIndex, codeUnitIndexFromEnd, countCodePoints } from "./code-points.ts";

const grouped = new Intl.NumberFormat("en-US");

/**
 * A text within `cap` code points: as it is, or its beginning and its end around a mark that says how much is missing and counts itself.
 * Where there is no room for the mark, the beginning alone. Lone surrogates as U+FFFD. Cost: linear in the text.
 */
export function cutMiddle(text: string, cap: number): string {
  const total = text.length <= cap ? text.length : countCodePoints(text);
  if (total <= cap) return text.toWellFormed();
  // One that names more than is left out is as long as the one that will stand, or longer.
  const room = Math.max(0, cap - markOf(total).length);
  if (room === 0) return text.slice(0, codeUnitIndex(text, Math.max(0, cap))).toWellFormed();
  const head = Math.ceil((room * 2) / 3);
  const start = text.slice(0, codeUnitIndex(text, head));
  const end = text.slice(codeUnitIndexFromEnd(text, room - head));
  // Each part on its own: a lone surrogate at a cut must not become a pair.
  return `${start.toWellFormed()}${markOf(total - room)}${end.toWellFormed()}`;
}

function markOf(codePoints: number): string {
  return `\n[… ${grouped.format(codePoints)} characters omitted …]\n`;
}
