import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type PiProcess, sessionDirectoryInForce } from "./session-directory.ts";
import type { HistoryPlace } from "./startable-history.ts";

/** Where the history of a session is opened. Only Pi's own variables cross to the worker: keys and tokens stay behind. */
export function historyPlaceOf(context: ExtensionContext, piProcess: PiProcess): HistoryPlace {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(piProcess.env)) {
    if (name.startsWith("PI_") && value !== undefined && !SESSION_FACTS.has(name)) env[name] = value;
  }
  const directory = sessionDirectoryInForce(context.sessionManager.getSessionDir(), piProcess);
  if (directory !== undefined) env["PI_CODING_AGENT_SESSION_DIR"] = directory;
  return { cwd: context.cwd, env };
}

/** What an outer Pi tells its shell commands about its own session (Pi `docs/environment-variables.md`): no setting of this one. */
const SESSION_FACTS: ReadonlySet<string> = new Set([
  "PI_SESSION_ID",
  "PI_SESSION_FILE",
  "PI_PROVIDER",
  "PI_MODEL",
  "PI_REASONING_LEVEL",
]);
