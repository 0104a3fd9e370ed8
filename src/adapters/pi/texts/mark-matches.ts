import { matchRanges } from "../../../domain/query/highlight.ts";

const OPENING = "«";
const CLOSING = "»";

/** A snippet with what the query matched between « and ». Ranges with nothing but punctuation between them become one. */
export function markMatches(snippet: string, query: string): string {
  let marked = "";
  let at = 0;
  let end: number | undefined;
  for (const range of matchRanges(snippet, query)) {
    if (end !== undefined && /^[^\p{L}\p{N}]{0,3}$/u.test(snippet.slice(end, range.start))) {
      marked += snippet.slice(at, range.end);
    } else {
      marked += (end === undefined ? "" : CLOSING) + snippet.slice(at, range.start) + OPENING;
      marked += snippet.slice(range.start, range.end);
    }
    at = range.end;
    end = range.end;
  }
  return marked + (end === undefined ? "" : CLOSING) + snippet.slice(at);
}

/** Reads back the marks, for drawing. A snippet that holds such characters itself is drawn with one mark too many. */
export function splitMarks(marked: string): { readonly text: string; readonly isMatch: boolean }[] {
  return marked
    .split(/«([^«»]*)»/)
    .map((text, at) => ({ text, isMatch: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
