import { matchRanges } from "../../../domain/query/highlight.ts";
import { markRanges } from "./mark-ranges.ts";

/** A snippet with what the query matched between « and ». Ranges with nothing but punctuation between them become one. */
export function markMatches(snippet: string, query: string): string {
  return markRanges(snippet, matchRanges(snippet, query));
}

/** Reads back the marks, for drawing. A snippet that holds such characters itself is drawn with one mark too many. */
export function splitMarks(marked: string): { readonly text: string; readonly isMatch: boolean }[] {
  return marked
    .split(/«([^«»]*)»/)
    .map((text, at) => ({ text, isMatch: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
