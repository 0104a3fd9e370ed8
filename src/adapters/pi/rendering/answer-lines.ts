import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { LINE_END, readQuotedLine } from "../texts/quote-lines.ts";
import { FRAMING } from "../texts/write-facts.ts";

/** One line of a tool's text, read back for drawing. */
export interface AnswerLine {
  /** Quoted from a session, as against the answer's own words. */
  readonly isQuoted: boolean;
  /** Spaces before it. */
  readonly indent: number;
  /** Escaped, without indent and quotation mark. */
  readonly text: string;
}

/** Code units that are drawn. A tool result has 51,200 bytes at most; what a session file holds in its place may be any size. */
const MAX_DRAWN = 120_000;

/** The lines of a tool's text, but for the one that tells the model what they are. */
export function readAnswerLines(text: string): AnswerLine[] {
  return text
    .slice(0, MAX_DRAWN)
    .split(LINE_END)
    .filter((line) => line !== FRAMING)
    .map((line) => {
      const quoted = readQuotedLine(line);
      const indent = quoted?.indent ?? Math.max(0, line.search(/[^ ]/));
      const words = quoted?.text ?? line.slice(indent);
      return { isQuoted: quoted !== undefined, indent, text: escapeForTerminal(words.replaceAll("\t", "    ")) };
    });
}
