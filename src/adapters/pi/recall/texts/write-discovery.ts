import type { DiscoveredSession, RecallDiscovery } from "../../../../domain/model/recall.ts";
import { fitText } from "../../texts/fit-text.ts";
import { markRanges } from "../../texts/mark-ranges.ts";
import { quoteLines } from "../../texts/quote-lines.ts";
import { FRAMING, writeCount, writeTime } from "../../texts/write-facts.ts";
import { writeId } from "../../texts/write-id.ts";
import { writeSession } from "./write-session.ts";
import { writeState } from "./write-state.ts";

const INDENT = "   ";

/** Discovered sessions for the model, best first: what a scroll needs, and the snippet quoted with the match marked. */
export function writeDiscovery(answer: RecallDiscovery): string {
  const blocks = answer.sessions.map((session, at) => writeDiscovered(session, at + 1).join("\n"));
  const pending = writePending(answer.pendingSessions);
  if (blocks.length === 0) return [`No session matches. ${writeState(answer)}`, ...pending].join("\n");
  return fitText([{ most: blocks.length, least: 0 }], ([shown = 0]) => {
    const { sessions, messages } = answer.totals;
    const rest = shown < sessions ? `best ${shown} shown, narrow the search for others` : `${shown} shown`;
    const found = `${writeCount(sessions, "session")} found by ${writeCount(messages, "message")}; ${rest}.`;
    return [[`${found} ${writeState(answer)}`, ...pending, FRAMING].join("\n"), ...blocks.slice(0, shown)].join("\n\n");
  });
}

function writeDiscovered(session: DiscoveredSession, number: number): string[] {
  const { matchingMessages } = session;
  const more = matchingMessages > 1 ? `, +${writeCount(matchingMessages - 1, "matching message")}` : "";
  return [
    `${number}. session ${writeId(session.sessionId)} message ${writeId(session.matchMessageId)} ${session.role}, ${writeTime(session.timestamp)}${more}`,
    ...writeSession(session, INDENT),
    ...quoteLines(markRanges(session.snippet, session.matches), INDENT),
  ];
}

function writePending(sessions: number): string[] {
  if (sessions === 0) return [];
  return [`${writeCount(sessions, "session")} not searchable as a whole yet: there may be more, ask again later.`];
}
