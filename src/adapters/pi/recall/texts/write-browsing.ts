import type { RecallBrowsing } from "../../../../domain/model/recall.ts";
import { fitText } from "../../texts/fit-text.ts";
import { quoteLines } from "../../texts/quote-lines.ts";
import { FRAMING, writeCount } from "../../texts/write-facts.ts";
import { writeId } from "../../texts/write-id.ts";
import { writeSession } from "./write-session.ts";
import { writeState } from "./write-state.ts";

const INDENT = "   ";

/** Recent sessions for the model, one block each with its preview quoted. */
export function writeBrowsing(answer: RecallBrowsing): string {
  const blocks = answer.sessions.map((session, at) =>
    [
      `${at + 1}. session ${writeId(session.sessionId)} ${writeCount(session.messageCount, "message")}`,
      ...writeSession(session, INDENT),
      ...quoteLines(session.preview, INDENT),
    ].join("\n"),
  );
  if (blocks.length === 0) return `No earlier session to show. ${writeState(answer)}`;
  return fitText([{ most: blocks.length, least: 0 }], ([shown = 0]) => {
    const head = `${shown} of ${writeCount(answer.total, "session")}, latest activity first. ${writeState(answer)}`;
    return [`${head}\n${FRAMING}`, ...blocks.slice(0, shown)].join("\n\n");
  });
}
