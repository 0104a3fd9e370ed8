import type { JsonObject } from "./json-object.ts";
import { readName } from "./json-object.ts";
import { runsOwnCommand } from "./runs-own-command.ts";

const OWN_TOOLS: ReadonlySet<string> = new Set(["event_search", "event_read", "event_trace", "session_search"]);
/** How a script of Pi's codemode calls one of them (Pi `docs/codemode.md`). */
const OWN_CALL_IN_SCRIPT = new RegExp(`\\btools\\s*(?:\\?\\.|\\.|\\[\\s*["'\`])\\s*(?:${[...OWN_TOOLS].join("|")})\\b`);
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

/** True for a codemode script that calls a tool of this project: it holds the query. What the script makes of the answer says its result. */
export function isOwnScript(name: string | undefined, callArguments: JsonObject | undefined): boolean {
  if (name !== "codemode" || callArguments === undefined) return false;
  const code = readName(callArguments, "code");
  return code !== undefined && OWN_CALL_IN_SCRIPT.test(code);
}
