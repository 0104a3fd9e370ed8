import type { ReadFragment } from "../../../domain/model/event-read.ts";
import { quoteLines } from "./quote-lines.ts";
import { narrowParts, shownParts } from "./shown-parts.ts";
import { writeWord } from "./write-name.ts";

/** Writes what `cap` code points of a fragment's text show. `isWindow`: the caller asked for a contiguous window. */
export type WriteFragment = (cap: number, isWindow: boolean) => string[];

/**
 * One fragment: its id, what it is, its text quoted, and where a piece is missing the exact range (code points) with the request that shows
 * it. What does not depend on the cap is written once.
 */
export function fragmentWriter({ fragmentId, toolName, isError, preview }: ReadFragment): WriteFragment {
  const tool = toolName === undefined ? "" : `, tool ${writeWord(toolName, 80)}`;
  const head = `fragment ${fragmentId}${tool}${isError === true ? ", error" : ""}, ${preview.totalChars} chars`;
  const parts = shownParts(preview);
  return (cap, isWindow) => {
    const lines = [head];
    let at = 0;
    const leaveOut = (until: number): void => {
      if (at < until) lines.push(`[left out ${at}-${until}: fragmentId "${fragmentId}" offset ${at}]`);
    };
    for (const part of narrowParts(parts, cap, isWindow)) {
      leaveOut(part.start);
      if (part.end - part.start < preview.totalChars) lines.push(`[${part.start}-${part.end}]`);
      lines.push(...quoteLines(part.text));
      at = part.end;
    }
    leaveOut(preview.totalChars);
    return lines;
  };
}
