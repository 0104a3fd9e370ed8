import type { EventSearchHit } from "../../../domain/model/hit.ts";
import { markMatches } from "./mark-matches.ts";
import { quoteLines } from "./quote-lines.ts";
import { writeCount, writeStates, writeTime } from "./write-facts.ts";
import { writeId } from "./write-id.ts";
import { writeName, writeWord } from "./write-name.ts";

/** Bytes of a hit's lines beside its marked snippet, line ends included; ids longer than Pi's may exceed it, since they are never cut. */
const HIT_BYTES = 248;
/** Below this a clipped session name tells nothing. */
const LEAST_NAME_BYTES = 12;
const INDENT = "   ";

/**
 * One hit: ids to pass on, what is known of the event, and its snippet quoted with the match marked. Names take what the budget leaves:
 * first the tool, then the session's name.
 */
export function writeHit(hit: EventSearchHit, number: number, query: string): string[] {
  const ids = `${number}. session ${writeId(hit.sessionId)} entry ${writeId(hit.entryId)} fragment ${hit.matchingFragmentId}`;
  const first = `${ids} offset ${hit.matchOffset}`;
  const facts = [writeTime(hit.timestamp), writeStates(hit)];
  if (hit.isError === true) facts.push("error");
  if (hit.matchingFragmentCount > 1) facts.push(`+${writeCount(hit.matchingFragmentCount - 1, "fragment")}`);
  if (hit.copies && hit.copies.count > 0) facts.push(writeCount(hit.copies.count, "copy", "copies"));
  const snippet = quoteLines(markMatches(hit.snippet, query), INDENT);
  const room = (): number =>
    HIT_BYTES - Buffer.byteLength(`${first}\n${INDENT}${facts.join(", ")}\n${INDENT}| \n`) - ", ".length;
  if (hit.toolName !== undefined && room() >= LEAST_NAME_BYTES) {
    facts.push(`tool ${writeWord(hit.toolName, Math.min(room() - "tool ".length, 40))}`);
  }
  if (hit.sessionName !== undefined && room() >= LEAST_NAME_BYTES) {
    facts.push(`in ${writeName(hit.sessionName, room() - "in ".length)}`);
  }
  return [first, INDENT + facts.join(", "), ...snippet];
}
