import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { createEventRecallCommand, EVENT_RECALL_COMMAND } from "./commands/event-recall-command.ts";
import { createCommandAccess } from "./host/command-access.ts";
import { openSession, type SessionHost } from "./host/session-host.ts";
import { registerFreeTools } from "./host/register-free-tools.ts";
import { refusalOf, type RuntimeVersions } from "./host/runtime-gate.ts";
import type { OpenHistory } from "./host/startable-history.ts";
import { tellPerson } from "./host/tell-person.ts";
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
 * every reload; nothing starts before `session_start`. Neither it nor a handler ever throws: Pi ends on that. The tools wait for
 * `session_start`, where the names that other extensions have taken are known.
 */
export function createEventToolsExtension({ openHistory, version, versions = process.versions }: EventToolsParts) {
  return (pi: ExtensionAPI): void => {
    let host: SessionHost | undefined;
    let isOver = false;

    const start = (context: ExtensionContext): void => {
      // A signal may end Pi while it still waits for another extension's `session_start`.
      if (isOver || host !== undefined) return;
      const refusal = refusalOf(versions);
      if (refusal !== undefined) {
        tellPerson(context, refusal);
        return;
      }
      host = openSession(context, openHistory);
      const taken = registerFreeTools(pi, createEventTools(host.access));
      if (taken.length > 0) tellPerson(context, describeTaken(taken));
    };

    pi.registerCommand(EVENT_RECALL_COMMAND, createEventRecallCommand(createCommandAccess(() => host, version)));
    pi.on("session_start", (_event, context) => {
      try {
        start(context);
      } catch {
        tellPerson(context, "The tools of pi-event-recall could not be started.");
      }
    });
    pi.on("turn_end", (_event, context) => host?.sync(context));
    pi.on("agent_settled", (_event, context) => host?.sync(context));
    pi.on("session_shutdown", async ({ reason }) => {
      isOver = true;
      await host?.close(reason !== "quit");
    });
  };
}

function describeTaken(names: readonly string[]): string {
  const list = names.join(", ");
  return `Another extension already has ${names.length > 1 ? "tools" : "a tool"} named ${list}: pi-event-recall leaves it to that one.`;
}
