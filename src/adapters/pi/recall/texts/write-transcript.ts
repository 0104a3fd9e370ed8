import type { RecalledMessage, RecallTranscript } from "../../../../domain/model/recall.ts";
import { fitText } from "../../texts/fit-text.ts";
import { quoteLines } from "../../texts/quote-lines.ts";
import { FRAMING, writeCount, writeTime } from "../../texts/write-facts.ts";
import { writeForks } from "../../texts/write-forks.ts";
import { writeId } from "../../texts/write-id.ts";
import { writeWord } from "../../texts/write-name.ts";
import { messageTextWriter } from "./write-message-text.ts";
import { writeSession } from "./write-session.ts";
import { writeState } from "./write-state.ts";

/** Code points of each text, and tool calls of each message, that are kept before messages are left out. */
const LEAST_TEXT = 40;
const LEAST_CALLS = 3;
const WORD_BYTES = 80;

interface Extent {
  /** Code points. */
  readonly cap: number;
  readonly calls: number;
}

/**
 * A stretch of one branch for the model: messages in order, each with its text and calls quoted. Where that exceeds a tool result, long texts
 * are cut first, to the largest common length; then tool calls go, then forks, and the last messages at the very end.
 */
export function writeTranscript(answer: RecallTranscript): string {
  const head = writeHead(answer);
  const messages = answer.messages.map(messageWriter);
  const texts = Math.max(0, ...answer.messages.map(({ text }) => text.length));
  const calls = Math.max(0, ...answer.messages.map(({ toolCalls = [] }) => toolCalls.length));
  const gap = answer.omitted;
  const state = answer.coverage.state === "ready" && answer.syncWarning === undefined ? [] : [writeState(answer)];
  const levers = [
    { most: texts, least: LEAST_TEXT },
    { most: calls, least: LEAST_CALLS },
    { most: answer.forks.length, least: 0 },
    { most: LEAST_CALLS, least: 0 },
    { most: LEAST_TEXT, least: 0 },
    { most: messages.length, least: 1 },
  ];
  return fitText(levers, ([text = 0, call = 0, forks = 0, leastCalls = 0, leastText = 0, most = 0]) => {
    // The first of each pair ends where the second begins.
    const extent = {
      cap: leastText < LEAST_TEXT ? leastText : text,
      calls: leastCalls < LEAST_CALLS ? leastCalls : call,
    };
    const blocks = messages.slice(0, most).map((write) => write(extent).join("\n"));
    if (most < messages.length) {
      const left = writeCount(messages.length - most, "message");
      blocks.push(`[${left} left out, the result is full: scroll around the last one shown]`);
    }
    if (gap !== undefined && gap.at <= most) blocks.splice(gap.at, 0, writeGap(answer, gap));
    const forkLines = writeForks(answer.forks, answer.session.sessionId, forks);
    return [head, ...blocks, ...(forkLines.length === 0 ? [] : [forkLines.join("\n")]), ...state].join("\n\n");
  });
}

function writeHead({ session, branchTip, messages, totalMessages, omitted, before }: RecallTranscript): string {
  const first = (before ?? 0) + 1;
  const count = messages.length;
  const ranges =
    omitted === undefined
      ? [[first, first + count - 1]]
      : [
          [1, omitted.at],
          [omitted.at + omitted.count + 1, count + omitted.count],
        ];
  const shown = ranges.filter(([from = 0, to = 0]) => from <= to).map(([from, to]) => `${from}-${to}`);
  const which = shown.length === 0 ? "no message" : `messages ${shown.join(" and ")}`;
  return [
    FRAMING,
    `session ${writeId(session.sessionId)}`,
    ...writeSession(session, ""),
    `${which} of ${totalMessages} on the branch${branchTip === undefined ? "" : ` with branchTip ${writeId(branchTip)}`}`,
  ].join("\n");
}

function writeGap({ messages }: RecallTranscript, { at, count }: { at: number; count: number }): string {
  const last = messages[at - 1];
  const around = last === undefined ? "" : `: scroll around message ${writeId(last.id)}`;
  return `[${writeCount(count, "message")} left out here${around}]`;
}

function messageWriter(message: RecalledMessage): (extent: Extent) => string[] {
  const { toolCalls = [], toolCallsOmitted = 0, toolName, images = 0 } = message;
  const tool = toolName === undefined ? "" : ` ${writeWord(toolName, WORD_BYTES)}`;
  const error = message.isError === true ? ", error" : "";
  const role = writeWord(message.role, WORD_BYTES);
  const head = `message ${writeId(message.id)} ${role}${tool}${error}, ${writeTime(message.timestamp)}`;
  const writeText = messageTextWriter(message.text, message.totalChars);
  const unseen = images > 0 ? [`[${writeCount(images, "image")} never returned]`] : [];
  return ({ cap, calls }) => {
    const shown = toolCalls.slice(0, calls);
    const lines = [head, ...writeText(cap), ...unseen];
    for (const call of shown) lines.push(`call ${writeWord(call.name, WORD_BYTES)}`, ...quoteLines(call.arguments));
    const left = toolCalls.length - shown.length + toolCallsOmitted;
    if (left > 0) lines.push(`[${writeCount(left, "call")} left out]`);
    return lines;
  };
}
