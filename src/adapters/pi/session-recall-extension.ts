import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { RuntimeVersions } from "./host/runtime-gate.ts";
import { serveSessions } from "./host/serve-sessions.ts";
import type { OpenHistory } from "./host/startable-history.ts";
import { effectiveSkills } from "./recall/effective-skills.ts";
import { createSessionSearchTool } from "./recall/session-search.ts";

export interface SessionRecallParts {
  readonly openHistory: OpenHistory;
  /** Default: the process's. */
  readonly versions?: RuntimeVersions;
}

/**
 * The extension that brings `session_search` into Pi, over the same shared history as the event tools. While it is loaded the discovery
 * index is kept up to date as well. The returned factory runs once for every session and every reload, and never throws.
 */
export function createSessionRecallExtension(parts: SessionRecallParts) {
  return (pi: ExtensionAPI): void => {
    serveSessions(pi, {
      ...parts,
      needsDiscovery: true,
      create: ({ access }) => [createSessionSearchTool(access, () => effectiveSkills(pi.getCommands()))],
    });
  };
}
