import { objectOf } from "./call-arguments.ts";
import { createToolRenderer } from "./create-tool-renderer.ts";
import { CALL_DESCRIPTIONS } from "./describe-call.ts";
import { drawRead } from "./draw-read.ts";
import { drawSearch } from "./draw-search.ts";
import { drawTrace } from "./draw-trace.ts";
import { createDrawing } from "./drawing.ts";
import type { Line } from "./lay-out-line.ts";
import { expandHint, firstLine } from "./result-text.ts";
import { summarizeAnswer } from "./summarize-answer.ts";
import type { RenderContext, ToolRenderer } from "./tool-renderer.ts";

type ToolName = keyof typeof CALL_DESCRIPTIONS;

const EXPANDED: Readonly<Record<ToolName, (text: string, context: RenderContext) => Line[]>> = {
  event_search: (text, context) => {
    const { query } = objectOf(context.args);
    return drawSearch(text, typeof query === "string" ? query : undefined);
  },
  event_read: drawRead,
  event_trace: drawTrace,
};

/** The renderers of the three tools, by name: a result is one line, or all of it when expanded. */
export const eventToolRenderers: Readonly<Record<ToolName, ToolRenderer>> = {
  event_search: createRenderer("event_search"),
  event_read: createRenderer("event_read"),
  event_trace: createRenderer("event_trace"),
};

function createRenderer(tool: ToolName): ToolRenderer {
  return createToolRenderer(tool, {
    describe: CALL_DESCRIPTIONS[tool],
    draw: ({ text, details }, theme, context) =>
      createDrawing(
        () =>
          context.expanded
            ? EXPANDED[tool](text, context)
            : [{ spans: summarizeAnswer(tool, details, text), isOneRow: true, tail: expandHint(context) }],
        theme,
        firstLine(text),
      ),
  });
}
