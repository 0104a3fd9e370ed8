import type { TextPreview } from "../../../domain/model/text-preview.ts";
import { codeUnitIndex, codeUnitIndexFromEnd } from "../../../domain/text/code-points.ts";

/** A piece of a fragment's text: the code points `[start, end)`. */
export interface ShownPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The pieces of a preview without the omission mark between them. A preview's head is never shorter than its tail. */
export function shownParts({ text, shownRanges }: TextPreview): ShownPart[] {
  const [head, tail] = shownRanges;
  if (head === undefined) return [];
  const parts = [{ ...head, text: text.slice(0, codeUnitIndex(text, head.end - head.start)) }];
  if (tail) parts.push({ ...tail, text: text.slice(codeUnitIndexFromEnd(text, tail.end - tail.start)) });
  return parts;
}

/**
 * The same pieces cut down to at most `cap` code points in all: a window keeps its beginning, a whole text its head and tail, and a head
 * and a tail half of the cap each. Ranges stay exact.
 */
export function narrowParts(parts: readonly ShownPart[], cap: number, isWindow: boolean): readonly ShownPart[] {
  const shown = parts.reduce((sum, { start, end }) => sum + end - start, 0);
  const [first, last = first] = parts;
  if (shown <= cap || first === undefined || last === undefined) return parts;
  if (isWindow) return [cutEnd(first, cap)];
  const tail = Math.min(Math.floor(cap / 2), first === last ? cap : last.end - last.start);
  const head = cutEnd(first, cap - tail);
  return tail === 0 ? [head] : [head, cutBeginning(last, tail)];
}

function cutEnd({ start, end, text }: ShownPart, points: number): ShownPart {
  const kept = Math.min(points, end - start);
  return { start, end: start + kept, text: text.slice(0, codeUnitIndex(text, kept)) };
}

function cutBeginning({ start, end, text }: ShownPart, points: number): ShownPart {
  const kept = Math.min(points, end - start);
  return { start: end - kept, end, text: text.slice(codeUnitIndexFromEnd(text, kept)) };
}
