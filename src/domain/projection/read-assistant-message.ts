import type { EventLink } from "../model/event.ts";
import type { Omission } from "../model/event-read.ts";
import type { EntryReading, UnplacedFragment } from "./entry-reading.ts";
import { fileLinksOfCall } from "./file-evidence.ts";
import { asObject, type JsonObject, readField, readName, readString } from "./json-object.ts";
import { omitBlock } from "./omit-block.ts";
import { isOwnScript, isOwnShellCall, isOwnTool } from "./own-tools.ts";
import { blockText, contentBlocks } from "./read-content.ts";
import { toolCallText } from "./tool-call-text.ts";

/**
 * An assistant's message: its visible texts and tool calls in the file's order, then its error. Thinking is never read, only counted.
 * An error is an `errorMessage`, or a stop reason `error` or `aborted`: an aborted turn failed as a cancelled bash execution did.
 */
export function readAssistantMessage(message: JsonObject): EntryReading {
  const fragments: UnplacedFragment[] = [];
  const omissions: Omission[] = [];
  const links: EventLink[] = [];
  const content = readField(message, "content");
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : contentBlocks(content);
  for (const block of blocks) {
    const text = blockText(block);
    const call = asToolCall(block);
    if (text !== undefined) fragments.push({ kind: "assistant.text", text });
    else if (call) {
      const reading = readToolCall(call);
      fragments.push(reading.fragment);
      links.push(...reading.links);
    } else omissions.push(omitBlock(block));
  }
  const errorMessage = readName(message, "errorMessage");
  if (errorMessage !== undefined) fragments.push({ kind: "assistant.error", text: errorMessage, isError: true });
  const stopReason = readString(message, "stopReason");
  const isError = errorMessage !== undefined || stopReason === "error" || stopReason === "aborted";
  return { contribution: "message", isError, fragments, omissions, links };
}

function asToolCall(block: unknown): JsonObject | undefined {
  const fields = asObject(block);
  return fields && readString(fields, "type") === "toolCall" ? fields : undefined;
}

function readToolCall(call: JsonObject): { readonly fragment: UnplacedFragment; readonly links: readonly EventLink[] } {
  const toolName = readName(call, "name");
  const callArguments = asObject(readField(call, "arguments"));
  const callId = readName(call, "id");
  const named = toolName === undefined ? {} : { toolName };
  const runsOwnTool = isOwnShellCall(toolName, callArguments);
  const isOwnCall = runsOwnTool || isOwnTool(toolName) || isOwnScript(toolName, callArguments);
  const link: EventLink[] =
    callId === undefined ? [] : [{ type: "tool-call", callId, ...named, ...(runsOwnTool ? { runsOwnTool } : {}) }];
  return {
    fragment: { kind: "tool.call", text: toolCallText(call), ...named, ...(isOwnCall ? { isOwnCall } : {}) },
    links: [...link, ...fileLinksOfCall(toolName, callArguments)],
  };
}
