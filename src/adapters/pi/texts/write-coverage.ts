import type { Coverage } from "../../../domain/model/coverage.ts";
import { writeCount } from "./write-facts.ts";

/** Said instead of a state where there is nothing to search. */
export const NO_SESSION = "No session belongs to this workspace.";

/** What part of the history an answer rests on, in one line; an incomplete index says that there may be more. */
export function writeCoverage({ state, sessions, bytes, skipped }: Coverage): string {
  if (state === "ready") {
    return sessions.known === 0 ? NO_SESSION : `Index ready: ${writeSessions(sessions)}.`;
  }
  const share = bytes.known === 0 ? 0 : Math.min(99, Math.floor((100 * bytes.indexed) / bytes.known));
  const lost = skipped.filter(({ count }) => count > 0).map(({ reason, count }) => `${count} ${reason}`);
  const skips = lost.length === 0 ? "" : ` Skipped: ${lost.join(", ")}.`;
  const based = writeSessions(sessions);
  if (state === "partial") return `Index partial: ${based}; there may be more.${skips}`;
  return state === "error"
    ? `Index error: its last update failed; ${based}; there may be more.${skips}`
    : `Index catching-up: ${based}, ${share} % of the bytes; there may be more, ask again later.${skips}`;
}

function writeSessions({ indexed, known }: Coverage["sessions"]): string {
  return indexed >= known ? writeCount(known, "session") : `${indexed} of ${writeCount(known, "session")}`;
}
