const OPENING = "«";
const CLOSING = "»";

/** A text with ranges of it (code units, ascending and apart) between « and ». Those with nothing but punctuation between them become one. */
export function markRanges(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  let marked = "";
  let at = 0;
  let end: number | undefined;
  for (const range of ranges) {
    if (end !== undefined && /^[^\p{L}\p{N}]{0,3}$/u.test(text.slice(end, range.start))) {
      marked += text.slice(at, range.end);
    } else {
      marked += (end === undefined ? "" : CLOSING) + text.slice(at, range.start) + OPENING;
      marked += text.slice(range.start, range.end);
    }
    at = range.end;
    end = range.end;
  }
  return marked + (end === undefined ? "" : CLOSING) + text.slice(at);
}
