import type { Static } from "@sinclair/typebox";
import type { EventReadRequest } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import { eventToolRenderers } from "../rendering/event-tool-rendering.ts";
import { eventReadAnswer } from "../schemas/event-read-answer.ts";
import { eventReadParameters } from "../schemas/event-read-parameters.ts";
import { writeReadAnswer } from "../texts/write-read-answer.ts";
import { answerCall } from "./answer-call.ts";
import { type EventTool, READ_ONLY } from "./event-tool.ts";
import { readDetails } from "./tool-details.ts";

/** `event_read`: shows one past event and its neighbours (design §7). */
export function createEventReadTool(access: HistoryAccess): EventTool {
  return {
    name: "event_read",
    label: "Event read",
    description: "Read one past event; long texts by head and tail",
    promptSnippet: "Read an event it found",
    parameters: eventReadParameters,
    outputSchema: eventReadAnswer,
    annotations: READ_ONLY,
    ...eventToolRenderers.event_read,
    execute: (toolCallId, parameters, signal, onUpdate, context) => {
      const request: EventReadRequest = parameters as Static<typeof eventReadParameters> & EventReadRequest;
      return answerCall(
        access,
        { toolCallId, signal, onUpdate, context },
        {
          ask: (caller, options) => access.history.read(request, caller, options),
          write: (answer) => writeReadAnswer(answer, { isWindow: request.offset !== undefined }),
          details: readDetails,
        },
      );
    },
  };
}
