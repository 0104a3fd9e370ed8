import type { EntryReading } from "./entry-reading.ts";
import { fileLinksOfCall } from "./file-evidence.ts";
import { asObject, type JsonObject, readField, readItems, readName } from "./json-object.ts";
import { isOwnShellCall, isOwnTool } from "./own-tools.ts";
import { readContent } from "./read-content.ts";

interface NestedCall {
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: JsonObject;
}

/**
 * A tool's result: one `tool.result` per text block. What its tool called in turn (`nestedCalls`) gives file evidence, and makes it an
 * own result when one of those calls is one of ours.
 */
export function readToolResult(message: JsonObject): EntryReading {
  const toolName = readName(message, "toolName");
  const callId = readName(message, "toolCallId");
  const isError = readField(message, "isError") === true;
  const nested = readNestedCalls(message);
  const named = toolName === undefined ? {} : { toolName };
  const isOwnCall =
    isOwnTool(toolName) || nested.some((call) => isOwnTool(call.name) || isOwnShellCall(call.name, call.arguments));
  const marks = { ...named, ...(isError ? { isError } : {}), ...(isOwnCall ? { isOwnCall } : {}) };
  const { texts, omissions } = readContent(readField(message, "content"));
  const nestedCalls = nested.flatMap(({ id, name }) => (id === undefined || name === undefined ? [] : [{ id, name }]));
  return {
    contribution: "message",
    isError,
    fragments: texts.map((text) => ({ kind: "tool.result", text, ...marks })),
    omissions,
    links: [
      ...(callId === undefined ? [] : [{ type: "tool-result" as const, callId, ...named }]),
      ...nested.flatMap((call) => fileLinksOfCall(call.name, call.arguments)),
    ],
    ...(nestedCalls.length > 0 ? { nestedCalls } : {}),
  };
}

function readNestedCalls(message: JsonObject): readonly NestedCall[] {
  const recorded = asObject(readField(message, "nestedCalls"));
  if (!recorded) return [];
  return readItems(recorded, "calls").flatMap((item) => {
    const call = asObject(item);
    if (!call) return [];
    const id = readName(call, "id");
    const name = readName(call, "name");
    const callArguments = asObject(readField(call, "arguments"));
    return [
      {
        ...(id === undefined ? {} : { id }),
        ...(name === undefined ? {} : { name }),
        ...(callArguments === undefined ? {} : { arguments: callArguments }),
      },
    ];
  });
}
