import type { PreparedSession } from "../../model/recall.ts";
import type { CorpusText } from "./corpus-text.ts";

/** Characters of a whole preparation as JSON. */
export const PREPARATION_CHARACTERS = 50_000;

/** Messages of one session, of its beginning and its end, at most. */
export const CORPUS_MESSAGES = { head: 20, tail: 10 };

/** Code points that a long message should have before further messages take room: less does not tell what was asked or done. */
const WORTHWHILE_CODE_POINTS = 200;

/** A session of the corpus before its budget is known. */
export interface CorpusSession extends Omit<PreparedSession, "messages" | "contentTruncated"> {
  readonly messages: readonly (Omit<PreparedSession["messages"][number], "text"> & { readonly text: CorpusText })[];
}

/**
 * Sessions within so many characters of JSON. All messages lie under one cap, the largest that fits. Where that would leave long messages
 * with less than 200 code points, every session gives up the same number of messages from its middle first. Sessions whose mere names do
 * not fit go, the last first.
 */
export function boundCorpus(sessions: readonly CorpusSession[], characters: number): readonly PreparedSession[] {
  for (let messages = CORPUS_MESSAGES.head + CORPUS_MESSAGES.tail; messages > 0; messages -= 3) {
    const chosen = sessions.map((session) => dropMiddle(session, messages));
    const isLast = messages === 3;
    if (!isLast && charactersOf(chosen, WORTHWHILE_CODE_POINTS) > characters) continue;
    if (charactersOf(chosen, 0) > characters) break;
    const cap = largestCap(chosen, characters);
    return chosen.map((session) => capped(session, cap));
  }
  return sessions.length === 0 ? [] : boundCorpus(sessions.slice(0, -1), characters);
}

function dropMiddle(session: CorpusSession, count: number): CorpusSession {
  const { messages } = session;
  if (messages.length <= count) return session;
  const tail = count / 3;
  return {
    ...session,
    messages: [...messages.slice(0, count - tail), ...messages.slice(messages.length - tail)],
    truncated: true,
  };
}

function largestCap(sessions: readonly CorpusSession[], characters: number): number {
  const longest = Math.max(0, ...sessions.flatMap(({ messages }) => messages.map(({ text }) => text.total)));
  const most = Math.min(longest, PREPARATION_CHARACTERS);
  let cap = 0;
  for (let step = 2 ** 16; step >= 1; step /= 2) {
    if (cap + step <= most && charactersOf(sessions, cap + step) <= characters) cap += step;
  }
  return cap;
}

function charactersOf(sessions: readonly CorpusSession[], cap: number): number {
  return JSON.stringify(sessions.map((session) => capped(session, cap))).length;
}

function capped(session: CorpusSession, cap: number): PreparedSession {
  const { unreadable, messages, ...rest } = session;
  return {
    ...rest,
    messages: messages.map((message) => ({ ...message, text: message.text.within(cap) })),
    contentTruncated: messages.some(({ text }) => text.total > cap),
    ...(unreadable && { unreadable }),
  };
}
