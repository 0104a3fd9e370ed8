import { matchRanges } from "../../../domain/query/highlight.ts";
import { splitMarks } from "../texts/mark-matches.ts";
import { type AnswerLine, readAnswerLines } from "./answer-lines.ts";
import type { Line } from "./lay-out-line.ts";
import { type Span, span } from "./span.ts";

const INDENT = "   ";
/** Stands before text that is quoted from a session. */
export const BAR = "│ ";

/** Hits for people: what is known of each, its snippet with the match highlighted, and below the ids that a person rarely needs. */
export function drawSearch(text: string, query: string | undefined): Line[] {
  const lines: Line[] = [];
  let ids: Line | undefined;
  let number = "";
  let kind = "";
  const endHit = (): void => {
    if (ids !== undefined) lines.push(ids);
    ids = undefined;
  };
  for (const line of readAnswerLines(text)) {
    const [, at, named] = (!line.isQuoted && /^(\d+\.) (session .*)$/.exec(line.text)) || [];
    if (at !== undefined && named !== undefined && line.indent === 0) {
      endHit();
      number = at.padEnd(INDENT.length);
      kind = / fragment \d+:([a-z.]+) offset \d+$/.exec(named)?.[1] ?? "";
      ids = { lead: INDENT, spans: [span(named, "faint")] };
    } else if (line.isQuoted) lines.push(drawSnippet(line, query));
    else if (line.text === "") {
      endHit();
      lines.push({ spans: [] });
    } else if (number !== "") {
      const facts = kind === "" ? line.text : `${kind}, ${line.text}`;
      lines.push({ spans: [span(number, "strong"), span(facts, "accent")], hang: INDENT });
      number = "";
    } else lines.push({ spans: [span(line.text, "quiet")] });
  }
  endHit();
  return lines;
}

function drawSnippet({ text }: AnswerLine, query: string | undefined): Line {
  const spans = splitMarks(text).map((part): Span => {
    if (!part.isMatch) return span(part.text);
    // A text may hold such marks itself: where the query is not in them, they are its own.
    const isMatch = query === undefined || matchRanges(part.text, query).length > 0;
    return isMatch ? span(part.text, "match") : span(`«${part.text}»`);
  });
  return { lead: INDENT + BAR, hang: INDENT + BAR, spans };
}
