import { stripVTControlCharacters } from "node:util";
import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { readAnswerLines } from "./answer-lines.ts";
import { CALL_DESCRIPTIONS, objectOf } from "./describe-call.ts";
import { drawRead } from "./draw-read.ts";
import { drawSearch } from "./draw-search.ts";
import { drawTrace } from "./draw-trace.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import type { Line } from "./lay-out-line.ts";
import { type Palette, type Span, span } from "./span.ts";
import { summarizeAnswer } from "./summarize-answer.ts";

type ToolName = keyof typeof CALL_DESCRIPTIONS;
type PiRenderCall = NonNullable<ToolDefinition["renderCall"]>;
type PiRenderResult = NonNullable<ToolDefinition["renderResult"]>;
/** What is used of the context that Pi hands to a renderer. */
type RenderContext = Pick<
  Parameters<PiRenderCall>[2],
  "args" | "argsComplete" | "expanded" | "isError" | "keyHint" | "keyText"
>;
type RenderOptions = Parameters<PiRenderResult>[1];

/** How Pi shows a tool to a person. Neither function nor drawing ever throws, whatever a session file holds. */
export interface EventToolRenderer {
  /** The call, from arguments that may be incomplete. */
  renderCall(args: unknown, theme: Palette, context: RenderContext): Drawing;
  /** The result: one line, or all of it when expanded; while it is partial, how far it is. */
  renderResult(result: unknown, options: RenderOptions, theme: Palette, context: RenderContext): Drawing;
}

const EXPANDED: Readonly<Record<ToolName, (text: string, context: RenderContext) => Line[]>> = {
  event_search: (text, context) => {
    const { query } = objectOf(context.args);
    return drawSearch(text, typeof query === "string" ? query : undefined);
  },
  event_read: drawRead,
  event_trace: drawTrace,
};

/** The renderers of the three tools, by name. */
export const eventToolRenderers: Readonly<Record<ToolName, EventToolRenderer>> = {
  event_search: createRenderer("event_search"),
  event_read: createRenderer("event_read"),
  event_trace: createRenderer("event_trace"),
};

function createRenderer(tool: ToolName): EventToolRenderer {
  return {
    renderCall: (args, theme, context) =>
      createDrawing(
        () => {
          const described = CALL_DESCRIPTIONS[tool](objectOf(args), context.expanded);
          const isArriving = described.length === 0 && !context.argsComplete;
          return [
            {
              spans: [span(tool, "title"), ...described, ...(isArriving ? [span(" …", "faint")] : [])],
              isOneRow: !context.expanded,
            },
          ];
        },
        theme,
        tool,
      ),
    renderResult(result, options, theme, context) {
      const { content, details } = objectOf(result);
      const text = textOf(content);
      return createDrawing(
        () => {
          if (options.isPartial) return [drawOneLine(text === "" ? "searching …" : firstLine(text), "warning")];
          if (context.isError) return drawFailure(text, options.expanded, context);
          if (options.expanded) return EXPANDED[tool](text, context);
          return [{ spans: summarizeAnswer(tool, details, text), isOneRow: true, tail: expandHint(context) }];
        },
        theme,
        firstLine(text),
      );
    },
  };
}

function drawFailure(text: string, isExpanded: boolean, context: RenderContext): Line[] {
  const lines = readAnswerLines(text).map((line) => line.text);
  if (isExpanded) return lines.map((line) => ({ spans: [span(line, "failure")] }));
  const tail = lines.length > 1 ? expandHint(context) : [];
  return [{ ...drawOneLine(lines[0] || "failed", "failure"), tail }];
}

function drawOneLine(text: string, style: Span["style"]): Line {
  return { spans: [span(escapeForTerminal(text), style)], isOneRow: true };
}

/** ` (ctrl+o to expand)` with the person's own key; nothing where there is none. */
function expandHint(context: RenderContext): Span[] {
  if (context.keyText("app.tools.expand") === "") return [];
  const hint = stripVTControlCharacters(context.keyHint("app.tools.expand", "to expand"));
  return [span(` (${escapeForTerminal(hint)})`, "faint")];
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  const texts = content.map((block) => objectOf(block)["text"]).filter((text) => typeof text === "string");
  return texts.join("\n");
}

/** As much of it as any terminal shows on one line. */
function firstLine(text: string): string {
  return text.slice(0, 2_000).split("\n", 1)[0] ?? "";
}
