import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { createEventRecallCommand, EVENT_RECALL_COMMAND } from "./commands/event-recall-command.ts";
import { createCommandAccess } from "./host/command-access.ts";
import type { RuntimeVersions } from "./host/runtime-gate.ts";
import { serveSessions } from "./host/serve-sessions.ts";
import type { OpenHistory } from "./host/startable-history.ts";
import { createEventTools } from "./tools/event-tools.ts";

export interface EventToolsParts {
  readonly openHistory: OpenHistory;
  /** Of this package. */
  readonly version: () => string;
  /** Default: the process's. */
  readonly versions?: RuntimeVersions;
}

/**
 * The extension that brings `event_search`, `event_read` and `event_trace` into Pi. The returned factory runs once for every session and
 * every reload; nothing starts before `session_start`. Neither it nor a handler ever throws: Pi ends on that.
 */
export function createEventToolsExtension({ openHistory, version, ...rest }: EventToolsParts) {
  return (pi: ExtensionAPI): void => {
    const host = serveSessions(pi, { openHistory, create: ({ access }) => createEventTools(access), ...rest });
    pi.registerCommand(EVENT_RECALL_COMMAND, createEventRecallCommand(createCommandAccess(host, version)));
  };
}
