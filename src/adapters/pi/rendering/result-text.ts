import { stripVTControlCharacters } from "node:util";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { readAnswerLines } from "./answer-lines.ts";
import { objectOf } from "./call-arguments.ts";
import type { Line } from "./lay-out-line.ts";
import { type Span, span } from "./span.ts";
import type { RenderContext } from "./tool-renderer.ts";

/** A failure: its first line, or all of it. */
export function drawFailure(text: string, isExpanded: boolean, context: RenderContext): Line[] {
  const lines = readAnswerLines(text).map((line) => line.text);
  if (isExpanded) return lines.map((line) => ({ spans: [span(line, "failure")] }));
  const tail = lines.length > 1 ? expandHint(context) : [];
  return [{ ...drawOneLine(lines[0] || "failed", "failure"), tail }];
}

/** One escaped row. */
export function drawOneLine(text: string, style: Span["style"]): Line {
  return { spans: [span(escapeForTerminal(text), style)], isOneRow: true };
}

/** ` (ctrl+o to expand)` with the person's own key; nothing where there is none. */
export function expandHint(context: RenderContext): Span[] {
  if (context.keyText("app.tools.expand") === "") return [];
  const hint = stripVTControlCharacters(context.keyHint("app.tools.expand", "to expand"));
  return [span(` (${escapeForTerminal(hint)})`, "faint")];
}

/** The text of a result, whatever stands in its place. */
export function resultText(content: unknown): string {
  if (!Array.isArray(content)) return "";
  const texts = content.map((block) => objectOf(block)["text"]).filter((text) => typeof text === "string");
  return texts.join("\n");
}

/** As much of it as any terminal shows on one line. */
export function firstLine(text: string): string {
  return text.slice(0, 2_000).split("\n", 1)[0] ?? "";
}
