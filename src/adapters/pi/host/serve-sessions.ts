import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type AnyTool, registerFreeTools } from "./register-free-tools.ts";
import { refusalOf, type RuntimeVersions } from "./runtime-gate.ts";
import { openSession, type SessionHost } from "./session-host.ts";
import type { OpenHistory } from "./startable-history.ts";
import { tellOnce } from "./tell-once.ts";

/** What one extension file brings into Pi. */
export interface ServedTools {
  readonly openHistory: OpenHistory;
  readonly create: (host: SessionHost) => readonly AnyTool[];
  /** They need the discovery index. Default false. */
  readonly needsDiscovery?: boolean;
  /** Default: the process's. */
  readonly versions?: RuntimeVersions;
}

/**
 * Serves every session of a Pi process with tools over the one shared history, from `session_start` on: only there the names that other
 * extensions have taken are known, and nothing of ours runs before. No handler ever throws: Pi ends on that. Returns what gives the host of
 * the session in force, undefined before and where there is none.
 */
export function serveSessions(pi: ExtensionAPI, served: ServedTools): () => SessionHost | undefined {
  const { openHistory, create, needsDiscovery = false, versions = process.versions } = served;
  let host: SessionHost | undefined;
  let isOver = false;

  const start = (context: ExtensionContext): void => {
    // A signal may end Pi while it still waits for another extension's `session_start`.
    if (isOver || host !== undefined) return;
    const refusal = refusalOf(versions);
    if (refusal !== undefined) {
      tellOnce(context, refusal);
      return;
    }
    host = openSession(context, openHistory, { needsDiscovery });
    const taken = registerFreeTools(pi, create(host));
    if (taken.length > 0) tellOnce(context, describeTaken(taken));
  };

  pi.on("session_start", (_event, context) => {
    try {
      start(context);
    } catch {
      tellOnce(context, "The tools of pi-event-recall could not be started.");
    }
  });
  pi.on("turn_end", (_event, context) => host?.sync(context));
  pi.on("agent_settled", (_event, context) => host?.sync(context));
  pi.on("session_shutdown", async ({ reason }) => {
    isOver = true;
    // A person who reloads expects the settings to be read anew, what they exclude above all.
    await host?.close(reason !== "quit" && reason !== "reload");
  });
  return () => host;
}

function describeTaken(names: readonly string[]): string {
  const list = names.join(", ");
  return `Another extension already has ${names.length > 1 ? "tools" : "a tool"} named ${list}: pi-event-recall leaves it to that one.`;
}
