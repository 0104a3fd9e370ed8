import type { EventRef } from "../../../ports/event-ref.ts";
import { readQuotedLine } from "./quote-lines.ts";

/** An id as `writeId` writes it. */
const ID = String.raw`("(?:[^"\\]|\\.)*"|[^\s"(]\S*)`;
const HEAD = new RegExp(String.raw`^(\d+)\. session ${ID} entry ${ID} fragment `);

/**
 * Reads back the hits that `writeHit` numbered, by number minus one. A hit whose ids are not in the text leaves a hole; a text of another
 * version yields none.
 */
export function readHitRefs(text: string): (EventRef | undefined)[] {
  const refs: (EventRef | undefined)[] = [];
  for (const line of text.split("\n")) {
    const match = readQuotedLine(line) === undefined ? HEAD.exec(line) : null;
    const [, number, session, entry] = match ?? [];
    if (number === undefined || session === undefined || entry === undefined) continue;
    const sessionId = readId(session);
    const entryId = readId(entry);
    if (sessionId !== undefined && entryId !== undefined) refs[Number(number) - 1] = { sessionId, entryId };
  }
  return refs;
}

function readId(written: string): string | undefined {
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}
