import { fileURLToPath } from "node:url";
import type { AgentToolUpdateCallback, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { HistoryAccess } from "../../../../src/adapters/pi/history-access.ts";
import type { EffectiveSkill } from "../../../../src/adapters/pi/recall/effective-skills.ts";
import type { RecallAnswer, RecallDetails } from "../../../../src/adapters/pi/recall/recall-details.ts";
import { createSessionSearchTool } from "../../../../src/adapters/pi/recall/session-search.ts";
import type { ProgressDetails } from "../../../../src/adapters/pi/tools/tool-details.ts";
import { openHistory } from "../../../../src/container.ts";
import type { Caller, History } from "../../../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

export const sessions = fileURLToPath(new URL("../../../../fixtures/sessions", import.meta.url));
const cwd = "/home/ada/payments";
export const inPayments: Caller = { cwd, workspaces: [cwd] };

export interface CallSettings {
  readonly signal?: AbortSignal;
  readonly onUpdate?: AgentToolUpdateCallback<RecallDetails | ProgressDetails>;
  /** Stands in for what the extension gives to the tool. */
  readonly access?: Partial<HistoryAccess>;
  readonly skills?: readonly EffectiveSkill[];
}

export interface OpenSessionSearch {
  readonly history: History;
  /** What was brought up to date before each call. */
  readonly refreshed: ("events" | "discovery")[];
  call(
    parameters: object,
    settings?: CallSettings,
  ): Promise<{ readonly text: string; readonly details: unknown; readonly answer: RecallAnswer }>;
}

/** Opens the tool over the real history of the fixtures, as a Pi in `/home/ada/payments` would call it, and closes the history. */
export async function openSessionSearch(act: (tool: OpenSessionSearch) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const { history } = await openHistory({
      engine: "fts5",
      index: "memory",
      sessions: [sessions],
      env: { PI_CODING_AGENT_DIR: folder },
      log: false,
    });
    const refreshed: OpenSessionSearch["refreshed"] = [];
    const access: HistoryAccess = {
      history,
      refresh: async (caller, options) => {
        refreshed.push(options.discovery === true ? "discovery" : "events");
        await history.sync(caller, options);
      },
      callerOf: () => inPayments,
    };
    try {
      await act({
        history,
        refreshed,
        async call(parameters, { signal, onUpdate, access: changed, skills = [] } = {}) {
          const tool = createSessionSearchTool({ ...access, ...changed }, () => skills);
          // Of Pi's context the tool uses the working directory only.
          const context = { cwd } as Parameters<typeof tool.execute>[4] & ExtensionContext;
          const result = await tool.execute("call-1", parameters, signal, onUpdate, context);
          const [block] = result.content;
          return {
            text: block?.type === "text" ? block.text : "",
            details: result.details,
            answer: result.structuredContent as unknown as RecallAnswer,
          };
        },
      });
    } finally {
      await history.close();
    }
  });
}
