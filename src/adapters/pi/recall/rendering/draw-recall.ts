import { readAnswerLines } from "../../rendering/answer-lines.ts";
import { BAR } from "../../rendering/draw-search.ts";
import type { Line } from "../../rendering/lay-out-line.ts";
import { type Span, span, type Style } from "../../rendering/span.ts";
import { splitMarks } from "../../texts/mark-matches.ts";

/** An answer of `session_search` for people: quoted text behind a bar, and between it what it is. `hasMarks`: matches are marked in it. */
export function drawRecall(text: string, hasMarks: boolean): Line[] {
  return readAnswerLines(text).map((line): Line => {
    const lead = " ".repeat(Math.min(line.indent, 8));
    if (!line.isQuoted) return { lead, spans: [span(line.text, styleOf(line.text))] };
    const spans = hasMarks ? splitMarks(line.text).map(drawPart) : [span(line.text)];
    return { lead: lead + BAR, hang: lead + BAR, spans };
  });
}

function drawPart({ text, isMatch }: { readonly text: string; readonly isMatch: boolean }): Span {
  return isMatch ? span(text, "match") : span(text);
}

function styleOf(text: string): Style {
  if (/^(\d+\. )?session /.test(text)) return "strong";
  if (/^(message|call) /.test(text)) return "accent";
  return /^(\[\D|Index |Warning: |Sync incomplete)/.test(text) ? "warning" : "quiet";
}
