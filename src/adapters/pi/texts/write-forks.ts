import type { BranchForkReceipt } from "../../../domain/model/fork-receipt.ts";
import type { EventRef } from "../../../ports/event-ref.ts";
import { writeId } from "./write-id.ts";

/**
 * The places where history goes on in more than one way, one line each; `>` stands before the continuation that the answer follows. Ids of
 * `homeSession` stand without their session. At most `most` of them.
 */
export function writeForks(forks: readonly BranchForkReceipt[], homeSession: string, most: number): string[] {
  const lines = forks.slice(0, most).map(({ kind, at, candidates, omitted = 0, chosen }) => {
    const named = candidates.map((candidate) => {
      const isChosen = chosen?.entryId === candidate.entryId && chosen.sessionId === candidate.sessionId;
      return (isChosen ? "> " : "") + writeRef(candidate, homeSession);
    });
    const more = omitted > 0 ? `, and ${omitted} more` : "";
    return `fork ${kind} after ${writeRef(at, homeSession)}: ${named.join(", ")}${more}`;
  });
  return most < forks.length ? [...lines, `[${forks.length - most} forks left out, the result is full]`] : lines;
}

/** `entry d5e6f7a8`, with its session where that is another one. */
export function writeRef({ sessionId, entryId }: EventRef, homeSession: string): string {
  return `entry ${writeId(entryId)}${sessionId === homeSession ? "" : ` of session ${writeId(sessionId)}`}`;
}
