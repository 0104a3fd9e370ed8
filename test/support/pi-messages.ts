import type { SessionManager } from "@earendil-works/pi-coding-agent";

/** What Pi's `SessionManager.appendMessage` takes. */
export type PiMessage = Parameters<SessionManager["appendMessage"]>[0];
export type PiSystemMessage = Extract<PiMessage, { role: "system" }>;
export type PiUserMessage = Extract<PiMessage, { role: "user" }>;
export type PiAssistantMessage = Extract<PiMessage, { role: "assistant" }>;
export type PiToolResultMessage = Extract<PiMessage, { role: "toolResult" }>;
export type PiBashMessage = Extract<PiMessage, { role: "bashExecution" }>;
export type PiUsage = PiAssistantMessage["usage"];

type Blocks<Message extends { content: unknown }> = Exclude<Message["content"], string>;

/** Usage with believable, fixed prices. Arguments are tokens. */
export function piUsage(input: number, output: number, cacheRead = 0): PiUsage {
  // Whole millionths first: the sum then has no binary dust.
  const millionths = { input: input * 3, output: output * 15, cacheRead: Math.round(cacheRead * 0.3) };
  const total = millionths.input + millionths.output + millionths.cacheRead;
  return {
    input,
    output,
    cacheRead,
    cacheWrite: 0,
    totalTokens: input + output + cacheRead,
    cost: {
      input: millionths.input / 1e6,
      output: millionths.output / 1e6,
      cacheRead: millionths.cacheRead / 1e6,
      cacheWrite: 0,
      total: total / 1e6,
    },
  };
}

/** `timestamp` is in milliseconds, as everywhere in Pi's messages. */
export function piUser(content: string | Blocks<PiUserMessage>, timestamp: number): PiUserMessage {
  return {
    role: "user",
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    timestamp,
  };
}

/** Stops with `toolUse` when it holds a tool call, else with `stop`, unless `more` says otherwise. */
export function piAssistant(
  content: string | Blocks<PiAssistantMessage>,
  timestamp: number,
  more: Partial<PiAssistantMessage> = {},
): PiAssistantMessage {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return {
    role: "assistant",
    content: blocks,
    api: "anthropic-messages",
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    usage: piUsage(1200, 85),
    stopReason: blocks.some((block) => block.type === "toolCall") ? "toolUse" : "stop",
    timestamp,
    ...more,
  };
}

export function piToolResult(
  toolCallId: string,
  toolName: string,
  content: string | Blocks<PiToolResultMessage>,
  timestamp: number,
  more: Partial<PiToolResultMessage> = {},
): PiToolResultMessage {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return { role: "toolResult", toolCallId, toolName, content: blocks, isError: false, timestamp, ...more };
}

export function piBash(
  command: string,
  output: string,
  timestamp: number,
  more: Partial<PiBashMessage> = {},
): PiBashMessage {
  return {
    role: "bashExecution",
    command,
    output,
    exitCode: 0,
    cancelled: false,
    truncated: false,
    timestamp,
    ...more,
  };
}
