import type { Static } from "@sinclair/typebox";
import type { EventSearchRequest } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import { eventToolRenderers } from "../rendering/event-tool-rendering.ts";
import { eventSearchAnswer } from "../schemas/event-search-answer.ts";
import { eventSearchParameters } from "../schemas/event-search-parameters.ts";
import { writeSearchAnswer } from "../texts/write-search-answer.ts";
import { answerCall } from "./answer-call.ts";
import { type EventTool, READ_ONLY } from "./event-tool.ts";
import { namedFolder } from "./named-folder.ts";
import { searchDetails } from "./tool-details.ts";

/** `event_search`: finds past events of the workspace (design §6). A relative `cwd` means below Pi's working directory. */
export function createEventSearchTool(access: HistoryAccess): EventTool {
  return {
    name: "event_search",
    label: "Event search",
    description:
      "Search earlier Pi sessions of this workspace for events: messages, tool calls and results, commands, summaries",
    promptSnippet: "Find what happened in earlier sessions",
    promptGuidelines: [
      "For past work: event_search few distinctive words, event_read a hit, event_trace it only if its relations matter",
    ],
    parameters: eventSearchParameters,
    outputSchema: eventSearchAnswer,
    annotations: READ_ONLY,
    ...eventToolRenderers.event_search,
    execute: (toolCallId, parameters, signal, onUpdate, context) => {
      const given = parameters as Static<typeof eventSearchParameters>;
      const request: EventSearchRequest = {
        ...given,
        ...(given.cwd !== undefined && { cwd: namedFolder(given.cwd, context.cwd) }),
      };
      return answerCall(
        access,
        { toolCallId, signal, onUpdate, context },
        {
          ask: (caller, options) => access.history.search(request, caller, options),
          write: (answer) => writeSearchAnswer(answer, request.query),
          details: searchDetails,
        },
      );
    },
  };
}
