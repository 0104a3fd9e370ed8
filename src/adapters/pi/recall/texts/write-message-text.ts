import { codeUnitIndex, codeUnitIndexFromEnd, countCodePoints } from "../../../../domain/text/code-points.ts";
import { writeCount } from "../../texts/write-facts.ts";
import { quoteLines } from "../../texts/quote-lines.ts";

/** Writes what `cap` code points of a message's text show: all of it, or its head and tail around a receipt. */
export type WriteMessageText = (cap: number) => string[];

/** `totalChars`: code points of the whole text, where the answer holds a part of it. What does not depend on the cap is done once. */
export function messageTextWriter(text: string, totalChars: number | undefined, indent = ""): WriteMessageText {
  const length = countCodePoints(text);
  const receipt =
    totalChars === undefined ? [] : [`${indent}[shortened: ${writeCount(totalChars, "character")} in all]`];
  const whole = [...quoteLines(text, indent), ...receipt];
  return (cap) => {
    if (length <= cap) return whole;
    const tail = Math.floor(cap / 2);
    return [
      ...quoteLines(text.slice(0, codeUnitIndex(text, cap - tail)), indent),
      `${indent}[${writeCount(length - cap, "character")} left out]`,
      ...quoteLines(text.slice(codeUnitIndexFromEnd(text, tail)), indent),
      ...receipt,
    ];
  };
}
