import { type Arguments, objectOf } from "./call-arguments.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import { drawFailure, drawOneLine, firstLine, resultText } from "./result-text.ts";
import { type Palette, type Span, span } from "./span.ts";
import type { RenderContext, ToolRenderer } from "./tool-renderer.ts";

/** What is one tool's own of its drawing. */
export interface ToolLook {
  /** What a call asks for, from arguments that may still be arriving. `isWhole`: ids in full. */
  readonly describe: (args: Arguments, isWhole: boolean) => readonly Span[];
  /** A whole result, collapsed or expanded as the context says. */
  readonly draw: (
    result: { readonly text: string; readonly details: unknown },
    theme: Palette,
    context: RenderContext,
  ) => Drawing;
}

/** The renderer of a tool: its call on one line, how far it is, its failure, or its result as the tool's look has it. */
export function createToolRenderer(tool: string, { describe, draw }: ToolLook): ToolRenderer {
  return {
    renderCall: (args, theme, context) =>
      createDrawing(
        () => {
          const described = describe(objectOf(args), context.expanded);
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
    renderResult(result, { expanded, isPartial }, theme, context) {
      const { content, details } = objectOf(result);
      const text = resultText(content);
      const drawLines = (lines: Parameters<typeof createDrawing>[0]): Drawing =>
        createDrawing(lines, theme, firstLine(text));
      if (isPartial) return drawLines(() => [drawOneLine(text === "" ? "searching …" : firstLine(text), "warning")]);
      if (context.isError) return drawLines(() => drawFailure(text, expanded, context));
      return draw({ text, details }, theme, { ...context, expanded });
    },
  };
}
