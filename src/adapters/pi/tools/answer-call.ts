import type { AgentToolResult, AgentToolUpdateCallback, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { CallOptions, Caller } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import { publicFailure } from "./public-failure.ts";
import { reportProgress } from "./report-progress.ts";
import type { EventToolDetails } from "./tool-details.ts";
import { untilAborted } from "./until-aborted.ts";

/** One call of a tool, as Pi hands it over. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly signal: AbortSignal | undefined;
  readonly onUpdate: AgentToolUpdateCallback<EventToolDetails> | undefined;
  readonly context: ExtensionContext;
}

/** How one tool asks and what it makes of the answer. */
export interface Question<Answer> {
  readonly ask: (caller: Caller, options: CallOptions) => Promise<Answer>;
  readonly write: (answer: Answer) => string;
  readonly details: (answer: Answer) => EventToolDetails;
}

/**
 * Brings the index up to date, asks, and answers with text for the model and the whole answer as structured content.
 * Errors: plain ones with a public sentence; an abort rejects at once, whatever the worker is doing.
 */
export async function answerCall<Answer>(
  access: HistoryAccess,
  { toolCallId, signal, onUpdate, context }: ToolCall,
  { ask, write, details }: Question<Answer>,
): Promise<AgentToolResult<EventToolDetails>> {
  try {
    const caller = access.callerOf(context, toolCallId);
    const options: CallOptions = signal === undefined ? {} : { signal };
    const progress = onUpdate && { onProgress: reportProgress(onUpdate) };
    await untilAborted(signal, () => access.refresh(caller, { ...options, ...progress }));
    const answer = await untilAborted(signal, () => ask(caller, options));
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
