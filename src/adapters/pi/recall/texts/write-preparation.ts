import type { PreparedSession, RecallPreparation } from "../../../../domain/model/recall.ts";
import { fitText } from "../../texts/fit-text.ts";
import { FRAMING, writeCount, writeTime } from "../../texts/write-facts.ts";
import { writeId } from "../../texts/write-id.ts";
import { inventoryWriter } from "./write-inventory.ts";
import { messageTextWriter } from "./write-message-text.ts";
import { writeSession } from "./write-session.ts";
import { writeState } from "./write-state.ts";

/** Code points of each text that are kept before messages are left out. */
const LEAST_TEXT = 40;
const INDENT = "   ";

interface Extent {
  /** Code points. */
  readonly cap: number;
  readonly messages: number;
}

/**
 * The prepared corpus for the model: how complete it is, the inventory, and one block per lineage. Where that exceeds a tool result, long
 * texts are cut first, to the largest common length; then the middle messages of each session go, then the inventory's last lines.
 */
export function writePreparation(answer: RecallPreparation): string {
  const { sessions } = answer;
  const writers = sessions.map(sessionWriter);
  const writeInventory = inventoryWriter(answer.inventory);
  const head = [FRAMING, ...writeHead(answer)].join("\n");
  const texts = Math.max(0, ...sessions.flatMap(({ messages }) => messages.map(({ text }) => text.length)));
  const messages = Math.max(0, ...sessions.map((session) => session.messages.length));
  const levers = [
    { most: texts, least: LEAST_TEXT },
    { most: messages, least: 0 },
    { most: 10_000, least: 0 },
  ];
  return fitText(levers, ([cap = 0, most = 0, lines = 0]) =>
    [head, writeInventory(lines), ...writers.map((write) => write({ cap, messages: most }).join("\n"))].join("\n\n"),
  );
}

function writeHead(answer: RecallPreparation): string[] {
  const { sync, scope, sessions } = answer;
  const walk = sync.walkComplete ? "the walk is complete" : "the walk did not reach every file";
  const backlog = `${writeCount(sync.backlogRemaining, "session")} still to be taken`;
  return [
    `Corpus for pattern mining, scope ${scope}: ${writeCount(sessions.length, "session")}, each of another lineage. ${writeState(answer)}`,
    sync.complete ? "Sync complete." : `Sync incomplete, the sample is limited: ${walk}, ${backlog}.`,
    ...(answer.contentTruncated ? ["Texts were cut to hold the budget."] : []),
  ];
}

function sessionWriter(session: PreparedSession, at: number): (extent: Extent) => string[] {
  const lineage =
    session.lineageSessions > 1 ? `, ${writeCount(session.lineageSessions, "session")} of one source` : "";
  const notes = [
    ...(session.unreadable === true ? ["the file could not be read: no messages"] : []),
    ...(session.truncated ? ["middle messages left out"] : []),
    ...(session.contentTruncated ? ["texts cut"] : []),
  ];
  const head = [
    `${at + 1}. session ${writeId(session.sessionId)} lineage ${writeId(session.lineage)}${lineage}`,
    ...writeSession(session, INDENT),
    ...(notes.length === 0 ? [] : [`${INDENT}[${notes.join("; ")}]`]),
  ];
  const writers = session.messages.map(({ id, role, timestamp, text }) => {
    const line = `${INDENT}message ${writeId(id)} ${role}, ${writeTime(timestamp)}`;
    const writeText = messageTextWriter(text, undefined, INDENT);
    return (cap: number): string[] => [line, ...writeText(cap)];
  });
  return ({ cap, messages }) => {
    const left = Math.max(0, writers.length - messages);
    const before = Math.ceil((writers.length - left) / 2);
    return [
      ...head,
      ...writers.slice(0, before).flatMap((write) => write(cap)),
      ...(left > 0 ? [`${INDENT}[${writeCount(left, "message")} left out, the result is full]`] : []),
      ...writers.slice(before + left).flatMap((write) => write(cap)),
    ];
  };
}
