import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { Caller, History, SyncOptions } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import { answerCall } from "../tools/answer-call.ts";
import { READ_ONLY } from "../tools/event-tool.ts";
import { namedFolder } from "../tools/named-folder.ts";
import { publicFailure } from "../tools/public-failure.ts";
import type { ProgressDetails } from "../tools/tool-details.ts";
import type { EffectiveSkill } from "./effective-skills.ts";
import { type RecallAnswer, type RecallDetails, recallDetails } from "./recall-details.ts";
import { type RecallMode, recallModeOf } from "./recall-mode.ts";
import { sessionSearchRenderer } from "./rendering/session-search-rendering.ts";
import { sessionSearchAnswer } from "./session-search-answer.ts";
import { type SessionSearchParameters, sessionSearchParameters } from "./session-search-parameters.ts";
import { writeRecallAnswer } from "./texts/write-recall-answer.ts";

/** The one tool of session recall. Pi has checked the parameters against the tool's schema before it executes. */
export type SessionSearchTool = ToolDefinition<ToolDefinition["parameters"], RecallDetails | ProgressDetails>;

/** `session_search`: browse, discover, scroll, read, or prepare a corpus, by the parameters. `skills`: those in force with the call. */
export function createSessionSearchTool(
  access: HistoryAccess,
  skills: () => readonly EffectiveSkill[],
): SessionSearchTool {
  return {
    name: "session_search",
    label: "Session search",
    description:
      "Recall earlier Pi sessions. No parameters: browse recent ones. query: discover sessions. sessionId: read one; with aroundMessageId: scroll in it. operation: prepare a corpus",
    promptSnippet: "Recall decisions and context of earlier sessions",
    promptGuidelines: [
      "For context of past sessions: session_search a few distinctive keywords, then scroll with sessionId and aroundMessageId of a result; read whole sessions rarely",
    ],
    parameters: sessionSearchParameters,
    outputSchema: sessionSearchAnswer,
    annotations: READ_ONLY,
    ...sessionSearchRenderer,
    execute: async (toolCallId, parameters, signal, onUpdate, context) => {
      const mode = modeOf(parameters as SessionSearchParameters);
      return answerCall(
        access,
        { toolCallId, signal, onUpdate, context },
        {
          ask: (caller, options) => ask(access.history, mode, { caller, options, cwd: context.cwd, skills }),
          write: writeRecallAnswer,
          details: recallDetails,
          refresh: REFRESHED[mode.mode],
        },
      );
    },
  };
}

/** What each mode brings up to date first: a preparation does it by itself, and fails where that fails. */
const REFRESHED = {
  browse: "discovery",
  discovery: "discovery",
  scroll: "events",
  read: "events",
  preparation: "none",
} as const satisfies Record<RecallMode["mode"], "events" | "discovery" | "none">;

function modeOf(parameters: SessionSearchParameters): RecallMode {
  try {
    return recallModeOf(parameters);
  } catch (error) {
    throw publicFailure(error);
  }
}

interface Asking {
  readonly caller: Caller;
  readonly options: SyncOptions;
  /** Relative folders lie below it. */
  readonly cwd: string;
  readonly skills: () => readonly EffectiveSkill[];
}

async function ask(
  history: History,
  { mode, given }: RecallMode,
  { caller, options, cwd, skills }: Asking,
): Promise<RecallAnswer> {
  switch (mode) {
    case "browse":
      return history.recallBrowse(given, caller, options);
    case "discovery":
      return history.recallDiscover(
        { ...given, ...(given.cwd !== undefined && { cwd: namedFolder(given.cwd, cwd) }) },
        caller,
        options,
      );
    case "read":
      return history.recallRead(given, caller, options);
    case "scroll":
      return history.recallScroll(given, caller, options);
    default: {
      const { scope, limit } = given;
      const request = { scope, skills: skills(), ...(limit !== undefined && { limit }) };
      return history.recallPrepare(request, caller, options);
    }
  }
}
