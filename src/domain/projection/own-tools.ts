import type { JsonObject } from "./json-object.ts";
import { readName } from "./json-object.ts";
import { runsOwnCommand } from "./runs-own-command.ts";

const OWN_TOOLS: ReadonlySet<string> = new Set(["event_search", "event_read", "event_trace", "session_search"]);
const SHELL_TOOLS: ReadonlySet<string> = new Set(["bash", "powershell"]);

/** True for a tool of this project, whose calls and results would otherwise become evidence for their own query (design §6). */
export function isOwnTool(toolName: string | undefined): boolean {
  return toolName !== undefined && OWN_TOOLS.has(toolName);
}

/** True for a shell call that runs this project's command line. */
export function isOwnShellCall(name: string | undefined, callArguments: JsonObject | undefined): boolean {
  if (name === undefined || callArguments === undefined || !SHELL_TOOLS.has(name)) return false;
  const command = readName(callArguments, "command");
  return command !== undefined && runsOwnCommand(command);
}
