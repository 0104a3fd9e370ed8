import { type AnswerLine, readAnswerLines } from "./answer-lines.ts";
import { BAR } from "./draw-search.ts";
import type { Line } from "./lay-out-line.ts";
import { span, type Style } from "./span.ts";

/** A read for people: the texts behind a bar, and between them what they are and which ranges are shown and left out. */
export function drawRead(text: string): Line[] {
  return readAnswerLines(text).map((line) =>
    line.isQuoted ? { lead: BAR, hang: BAR, spans: [span(line.text)] } : { spans: [span(line.text, styleOf(line))] },
  );
}

function styleOf({ text }: AnswerLine): Style {
  if (/^(event|before \d+:|after \d+:)/.test(text)) return "strong";
  if (text.startsWith("fragment ")) return "accent";
  // Ranges that are shown tell little; what is missing does.
  return /^\[\D/.test(text) || text.startsWith("Index ") ? "warning" : "quiet";
}
