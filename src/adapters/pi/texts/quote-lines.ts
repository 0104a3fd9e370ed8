/** What every line of retrieved text begins with, behind its indent. No line of our own does. */
const QUOTE = "| ";
/** Whatever a reader may take for the end of a line. */
export const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Retrieved text for the model: verbatim, apart from lone surrogates and NUL (U+FFFD, one for one, so that offsets hold), with a mark
 * before each of its lines, so that nothing in it can pass for a line of the answer. An empty text has no lines.
 */
export function quoteLines(text: string, indent = ""): string[] {
  if (text === "") return [];
  const mark = indent + QUOTE;
  const verbatim = text.toWellFormed().replaceAll("\0", "\ufffd");
  return (mark + verbatim.replace(LINE_END, (end) => end + mark)).split("\n");
}

/** Reads back a line that `quoteLines` wrote; undefined for a line of the answer's own. */
export function readQuotedLine(line: string): { readonly indent: number; readonly text: string } | undefined {
  const indent = line.search(/[^ ]/);
  return indent >= 0 && line.startsWith(QUOTE, indent)
    ? { indent, text: line.slice(indent + QUOTE.length) }
    : undefined;
}
