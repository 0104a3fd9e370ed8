import type { AgentToolResult, AgentToolUpdateCallback, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { CallOptions, Caller, SyncOptions } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import { publicFailure } from "./public-failure.ts";
import { reportProgress } from "./report-progress.ts";
import type { ProgressDetails } from "./tool-details.ts";
import { untilAborted } from "./until-aborted.ts";

/** One call of a tool, as Pi hands it over. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly signal: AbortSignal | undefined;
  readonly onUpdate: AgentToolUpdateCallback<ProgressDetails> | undefined;
  readonly context: ExtensionContext;
}

/** How one tool asks and what it makes of the answer. */
export interface Question<Answer, Details> {
  readonly ask: (caller: Caller, options: SyncOptions) => Promise<Answer>;
  readonly write: (answer: Answer) => string;
  /** What Pi keeps of the answer in the session file: small. */
  readonly details: (answer: Answer) => Details;
  /** What is brought up to date first: the event index (default), the discovery index as well, or nothing where `ask` does that itself. */
  readonly refresh?: "events" | "discovery" | "none";
}

/**
 * Brings the index up to date, asks, and answers with text for the model and the whole answer as structured content.
 * Errors: plain ones with a public sentence; an abort rejects at once, whatever the worker is doing.
 */
export async function answerCall<Answer, Details>(
  access: HistoryAccess,
  { toolCallId, signal, onUpdate, context }: ToolCall,
  { ask, write, details, refresh = "events" }: Question<Answer, Details>,
): Promise<AgentToolResult<Details>> {
  try {
    const caller = access.callerOf(context, toolCallId);
    const options: CallOptions = signal === undefined ? {} : { signal };
    const progress = onUpdate && { onProgress: reportProgress(onUpdate) };
    const discovery = refresh === "discovery" && { discovery: true };
    if (refresh !== "none") {
      await untilAborted(signal, () => access.refresh(caller, { ...options, ...progress, ...discovery }));
    }
    const answer = await untilAborted(signal, () => ask(caller, { ...options, ...(refresh === "none" && progress) }));
    return {
      content: [{ type: "text", text: write(answer) }],
      details: details(answer),
      structuredContent: asJson(answer),
    };
  } catch (error) {
    throw publicFailure(error);
  }
}

type Json = NonNullable<AgentToolResult<unknown>["structuredContent"]>;

/** Answers are plain readonly data: JSON to every reader, though not to the compiler. */
function asJson(answer: unknown): Json {
  return answer as Json;
}
