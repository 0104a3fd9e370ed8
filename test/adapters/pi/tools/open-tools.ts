import { fileURLToPath } from "node:url";
import type { AgentToolUpdateCallback, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { HistoryAccess } from "../../../../src/adapters/pi/history-access.ts";
import type { EventToolDetails } from "../../../../src/adapters/pi/tools/tool-details.ts";
import { createEventTools } from "../../../../src/adapters/pi/tools/event-tools.ts";
import { openHistory } from "../../../../src/container.ts";
import type { EventRead } from "../../../../src/domain/model/event-read.ts";
import type { EventSearchAnswer } from "../../../../src/domain/model/hit.ts";
import type { EventTrace } from "../../../../src/domain/model/trace.ts";
import type { Caller, History } from "../../../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

/** The answer that each tool gives beside its text. */
export interface Answers {
  readonly event_search: EventSearchAnswer;
  readonly event_read: EventRead;
  readonly event_trace: EventTrace;
}

export interface CallSettings {
  readonly signal?: AbortSignal;
  readonly onUpdate?: AgentToolUpdateCallback<EventToolDetails>;
  /** Stands in for what the extension gives to the tools. */
  readonly access?: Partial<HistoryAccess>;
}

export interface ToolResult<Answer> {
  readonly text: string;
  readonly details: EventToolDetails;
  readonly answer: Answer;
}

/** The three tools over the real history of the fixtures, as a Pi in `/home/ada/payments` would call them. */
export interface OpenTools {
  readonly history: History;
  call<Name extends keyof Answers>(
    name: Name,
    parameters: object,
    settings?: CallSettings,
  ): Promise<ToolResult<Answers[Name]>>;
}

const sessions = fileURLToPath(new URL("../../../../fixtures/sessions", import.meta.url));
const cwd = "/home/ada/payments";
export const inPayments: Caller = { cwd, workspaces: [cwd] };

/** Opens the tools, hands them over and closes the history. Every call brings the index up to date first, as in Pi. */
export async function openTools(act: (tools: OpenTools) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const { history } = await openHistory({
      engine: "fts5",
      index: "memory",
      sessions: [sessions],
      env: { PI_CODING_AGENT_DIR: folder },
      log: false,
    });
    const access: HistoryAccess = {
      history,
      refresh: async (caller, options) => void (await history.sync(caller, options)),
      callerOf: () => inPayments,
    };
    try {
      await act({
        history,
        async call(name, parameters, { signal, onUpdate, access: changed } = {}) {
          const tools = createEventTools({ ...access, ...changed });
          const tool = tools.find((one) => one.name === name);
          if (tool === undefined) throw new Error(`No tool ${name}`);
          // Of Pi's context the tools use the working directory only.
          const context = { cwd } as Parameters<typeof tool.execute>[4] & ExtensionContext;
          const result = await tool.execute("call-1", parameters, signal, onUpdate, context);
          const [block] = result.content;
          return {
            text: block?.type === "text" ? block.text : "",
            details: result.details,
            answer: result.structuredContent as never,
          };
        },
      });
    } finally {
      await history.close();
    }
  });
}
