import type { EntryReading, UnplacedFragment } from "./entry-reading.ts";
import { type JsonObject, readField, readString } from "./json-object.ts";
import { runsOwnCommand } from "./runs-own-command.ts";

/** A command that the user ran (`!`, or `!!` to keep it out of the context): its command and its output. */
export function readBashExecution(message: JsonObject): EntryReading {
  const command = readString(message, "command");
  const exitCode = readField(message, "exitCode");
  const isError = readField(message, "cancelled") === true || (typeof exitCode === "number" && exitCode !== 0);
  const isOwnCall = command !== undefined && runsOwnCommand(command);
  const marks = { toolName: "bash", ...(isError ? { isError } : {}), ...(isOwnCall ? { isOwnCall } : {}) };
  const fragments: UnplacedFragment[] = [];
  if (command !== undefined) fragments.push({ kind: "bash.command", text: command, ...marks });
  const output = readString(message, "output");
  if (output !== undefined) fragments.push({ kind: "bash.output", text: output, ...marks });
  // Pi tests for truth, not for `true`.
  return { contribution: readField(message, "excludeFromContext") ? "excluded" : "message", isError, fragments };
}
