import { ROLES } from "../model/vocabulary.ts";
import type { Role } from "../../ports/vocabulary.ts";
import type { EntryReading } from "./entry-reading.ts";
import { asObject, type JsonObject, readField, readString } from "./json-object.ts";
import { readAssistantMessage } from "./read-assistant-message.ts";
import { readBashExecution } from "./read-bash-execution.ts";
import { readCustomMessage } from "./read-custom-message.ts";
import { readToolResult } from "./read-tool-result.ts";
import { readUserMessage } from "./read-user-message.ts";

const READERS: Readonly<Record<Role, (message: JsonObject) => EntryReading>> = {
  // Prompts and tool declarations are typed events without text (design §5).
  system: () => ({ contribution: "system" }),
  user: readUserMessage,
  assistant: readAssistantMessage,
  toolResult: readToolResult,
  bashExecution: readBashExecution,
  custom: readCustomMessage,
};

/**
 * A `message` entry, by its role. A role that Pi does not know is kept without text, as Pi's own projection keeps it; an entry
 * without a message says nothing. `version`: the file's; before 3 the role `custom` was called `hookMessage`.
 */
export function readMessage(entry: JsonObject, version: number): EntryReading {
  const message = asObject(readField(entry, "message"));
  if (!message) return { contribution: "unreadable" };
  const role = readString(message, "role")?.toWellFormed();
  if (role === undefined) return { contribution: "message" };
  const current = role === "hookMessage" && version < 3 ? "custom" : role;
  const knownRole = ROLES.find((known) => known === current);
  if (!knownRole) return { contribution: "message", role };
  return { ...READERS[knownRole](message), role, knownRole };
}
