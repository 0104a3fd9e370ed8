import type { RecalledMessage } from "../../model/recall.ts";
import { countCodePoints } from "../../text/code-points.ts";
import { cutMiddle } from "../../text/cut-middle.ts";
import { uniformCap } from "../../text/uniform-cap.ts";

/** Code points of all messages of one answer together: their texts, and their tool calls in brief. */
export const TRANSCRIPT_CODE_POINTS = 50_000;

export interface BoundMessages {
  readonly messages: readonly RecalledMessage[];
  /** Something was cut. */
  readonly contentTruncated: boolean;
}

/**
 * Messages within a budget of code points (50,000 by default), dealt by the largest cap that is the same for all of them: short messages
 * stay whole, long ones lose their middle, and of hundreds of tool calls the last ones go. Text and calls of one message get half of its cap
 * at least, where they need it. Cost: linear in the texts.
 */
export function boundMessages(
  messages: readonly RecalledMessage[],
  budget: number = TRANSCRIPT_CODE_POINTS,
): BoundMessages {
  const cap = uniformCap(messages.map(lengthOf), budget);
  const bound = messages.map((message) => (lengthOf(message) <= cap ? wellFormed(message) : cutMessage(message, cap)));
  return { messages: bound, contentTruncated: messages.some((message) => lengthOf(message) > cap) };
}

function wellFormed(message: RecalledMessage): RecalledMessage {
  return { ...message, text: message.text.toWellFormed() };
}

function cutMessage(message: RecalledMessage, cap: number): RecalledMessage {
  const { toolCalls = [], ...rest } = message;
  const total = countCodePoints(message.text);
  const callsTotal = toolCalls.reduce((sum, call) => sum + callLength(call), 0);
  const textCap = Math.min(total, Math.max(cap - callsTotal, Math.ceil(cap / 2)));
  const kept: (typeof toolCalls)[number][] = [];
  let room = cap - textCap;
  for (const call of toolCalls) {
    room -= callLength(call);
    if (room < 0) break;
    kept.push(call);
  }
  const omitted = toolCalls.length - kept.length;
  return {
    ...rest,
    text: cutMiddle(message.text, textCap),
    ...(textCap < total && { totalChars: total }),
    ...(kept.length > 0 && { toolCalls: kept }),
    ...(omitted > 0 && { toolCallsOmitted: omitted }),
  };
}

function lengthOf({ text, toolCalls = [] }: RecalledMessage): number {
  return toolCalls.reduce((sum, call) => sum + callLength(call), countCodePoints(text));
}

function callLength(call: { readonly name: string; readonly arguments: string }): number {
  return countCodePoints(call.name) + countCodePoints(call.arguments);
}
