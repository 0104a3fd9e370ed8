import type { Static } from "@sinclair/typebox";
import type { EventTraceRequest } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import { eventToolRenderers } from "../rendering/event-tool-rendering.ts";
import { eventTraceAnswer } from "../schemas/event-trace-answer.ts";
import { eventTraceParameters } from "../schemas/event-trace-parameters.ts";
import { writeTraceAnswer } from "../texts/write-trace-answer.ts";
import { answerCall } from "./answer-call.ts";
import { type EventTool, READ_ONLY } from "./event-tool.ts";
import { traceDetails } from "./tool-details.ts";

/** `event_trace`: shows what one past event is related to (design §9). */
export function createEventTraceTool(access: HistoryAccess): EventTool {
  return {
    name: "event_trace",
    label: "Event trace",
    description:
      "Show a past event's parent, children, siblings, tool call or result, compaction, labels, files, forks",
    promptSnippet: "Show how one relates to others",
    parameters: eventTraceParameters,
    outputSchema: eventTraceAnswer,
    annotations: READ_ONLY,
    ...eventToolRenderers.event_trace,
    execute: (toolCallId, parameters, signal, onUpdate, context) => {
      const request: EventTraceRequest = parameters as Static<typeof eventTraceParameters>;
      return answerCall(
        access,
        { toolCallId, signal, onUpdate, context },
        {
          ask: (caller, options) => access.history.trace(request, caller, options),
          write: writeTraceAnswer,
          details: traceDetails,
        },
      );
    },
  };
}
