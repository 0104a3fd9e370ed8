import { objectOf } from "../../rendering/call-arguments.ts";
import { createToolRenderer } from "../../rendering/create-tool-renderer.ts";
import { createDrawing } from "../../rendering/drawing.ts";
import { expandHint, firstLine } from "../../rendering/result-text.ts";
import type { ToolRenderer } from "../../rendering/tool-renderer.ts";
import { describeRecallCall } from "./describe-recall-call.ts";
import { drawLastRows } from "./draw-last-rows.ts";
import { drawRecall } from "./draw-recall.ts";

/** Rows of a collapsed result. */
const COLLAPSED_ROWS = 5;

/** The renderer of `session_search`: the last five rows of a result and how many are before them, or all of it when expanded. */
export const sessionSearchRenderer: ToolRenderer = createToolRenderer("session_search", {
  describe: describeRecallCall,
  draw({ text, details }, theme, context) {
    const hasMarks = objectOf(details)["mode"] === "discovery";
    const whole = createDrawing(() => drawRecall(text, hasMarks), theme, firstLine(text));
    return context.expanded ? whole : drawLastRows(whole, COLLAPSED_ROWS, theme, expandHint(context));
  },
});
