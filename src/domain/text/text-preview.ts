import { RecallError } from "../model/errors.ts";
import type { TextPreview, TextRange } from "../model/text-preview.ts";
import { codeUnitIndex, codeUnitIndexFromEnd, countCodePoints } from "./code-points.ts";

/** Most code points of one preview or window. Nothing raises it (design §7). */
export const MAX_SHOWN_CODE_POINTS = 4_000;

/** Code points shown of a text's beginning and end. */
export interface PreviewBudget {
  readonly head: number;
  readonly tail: number;
}

const DEFAULT_BUDGET: PreviewBudget = { head: 2_000, tail: 2_000 };
const grouped = new Intl.NumberFormat("en-US");

/**
 * The whole text when it fits the budget, else its head and tail around an omission mark (design §7). The budget is in code points
 * and is cut to whole numbers and to 4,000 in all, the head first. Cost: linear in the text.
 */
export function previewText(text: string, budget: PreviewBudget = DEFAULT_BUDGET): TextPreview {
  const head = capOf(budget.head);
  const tail = Math.min(capOf(budget.tail), MAX_SHOWN_CODE_POINTS - head);
  const totalChars = countCodePoints(text);
  if (totalChars <= head + tail) return viewOf(text, totalChars, [{ start: 0, end: totalChars }]);
  const omitted = { start: head, end: totalChars - tail };
  // Each part on its own: a lone surrogate at a cut must not become a pair with what follows the mark.
  const shown = [text.slice(0, codeUnitIndex(text, head)), text.slice(codeUnitIndexFromEnd(text, tail))];
  return {
    ...viewOf("", totalChars, [
      { start: 0, end: omitted.start },
      { start: omitted.end, end: totalChars },
    ]),
    text: shown.map((part) => part.toWellFormed()).join(omissionMark(omitted.end - omitted.start)),
  };
}

/**
 * One contiguous window of a text from a code point offset on. `cap` is in code points, 4,000 by default and at most. An offset equal
 * to `totalChars` gives an empty window. Errors: `InvalidRequest` for an offset that is no whole number from 0 to `totalChars`.
 */
export function windowText(text: string, offset: number, cap: number = MAX_SHOWN_CODE_POINTS): TextPreview {
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new RecallError(
      "InvalidRequest",
      "`offset` must be a whole number from 0: code points from the beginning of the fragment.",
    );
  }
  const totalChars = countCodePoints(text);
  if (offset > totalChars) {
    throw new RecallError(
      "InvalidRequest",
      `\`offset\` ${offset} lies past the end: totalChars of this fragment is ${totalChars}. Use an offset from 0 to ${totalChars}.`,
    );
  }
  const start = codeUnitIndex(text, offset);
  const end = Math.min(totalChars, offset + capOf(cap));
  return viewOf(text.slice(start, codeUnitIndex(text, end - offset, start)), totalChars, [{ start: offset, end }]);
}

/** What stands where code points were left out. It belongs to no range. */
function omissionMark(codePoints: number): string {
  return `\n[… ${grouped.format(codePoints)} character${codePoints === 1 ? "" : "s"} omitted …]\n`;
}

/** A whole number from 0 to 4,000, whatever was asked. */
function capOf(asked: number): number {
  return asked > 0 ? Math.min(Math.floor(asked), MAX_SHOWN_CODE_POINTS) : 0;
}

function viewOf(text: string, totalChars: number, shown: readonly TextRange[]): TextPreview {
  const shownRanges = shown.filter(({ start, end }) => start < end);
  const omittedRanges: TextRange[] = [];
  let from = 0;
  for (const { start, end } of [...shownRanges, { start: totalChars, end: totalChars }]) {
    if (from < start) omittedRanges.push({ start: from, end: start });
    from = end;
  }
  return { text: text.toWellFormed(), totalChars, shownRanges, omittedRanges, truncated: omittedRanges.length > 0 };
}
