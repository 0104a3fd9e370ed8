import type { Coverage } from "../../../domain/model/coverage.ts";
import type { SkipReason } from "../../../ports/source-record.ts";
import { formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

const REASONS: Readonly<Record<SkipReason, readonly [one: string, many: string]>> = {
  "not-a-session": ["file that is no session", "files that are no sessions"],
  empty: ["empty file", "empty files"],
  unreadable: ["unreadable file", "unreadable files"],
  "not-a-regular-file": ["item that is no regular file", "items that are no regular files"],
  "outside-root": ["link that leads out of the session folder", "links that lead out of the session folder"],
  "too-deep": ["folder that lies too deep", "folders that lie too deep"],
  "malformed-line": ["malformed line", "malformed lines"],
  "not-an-entry": ["line that is no entry", "lines that are no entries"],
  "oversized-record": ["oversized record", "oversized records"],
  "duplicate-entry-id": ["entry with an id used again later", "entries with an id used again later"],
  "shortened-text": ["long text indexed by its head and tail", "long texts indexed by their head and tail"],
  "beyond-memory": ["session that memory has no room for", "sessions that memory has no room for"],
  "duplicate-session": ["second file of a session", "second files of a session"],
};

/** What part of the history an answer rests on, in plain sentences; where that is nothing, what to do about it. */
export function printCoverage(coverage: Coverage, page: Page): string[] {
  const style = coverage.state === "ready" ? "quiet" : "warning";
  return printParagraph(page, describeCoverage(coverage, page.everything), { style });
}

function describeCoverage(coverage: Coverage, everything: boolean): string {
  const { sessions } = coverage;
  const base =
    sessions.known === 0
      ? describeNothing(coverage, everything)
      : sessions.indexed >= sessions.known
        ? `Based on ${formatCount(sessions.known, "session")}${STATES[coverage.state](coverage)}.`
        : `Based on ${formatNumber(sessions.indexed)} of ${formatCount(sessions.known, "session")}${STATES[coverage.state](coverage)}.`;
  const skipped = coverage.skipped
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => formatCount(count, ...REASONS[reason]));
  return skipped.length === 0 ? base : `${base} Not covered in full: ${skipped.join(", ")}.`;
}

function describeNothing({ state }: Coverage, everything: boolean): string {
  if (state === "error")
    return "No session is visible, as the index could not be brought up to date: pi-event-recall index tries again.";
  if (state === "catching-up") return "Nothing is indexed yet: pi-event-recall index reads the session files.";
  return everything
    ? "The session folders hold no session: name others with --sessions <dir>."
    : "No session belongs to this workspace: name another one with --workspace <dir>, or open every session with --all.";
}

const STATES: Readonly<Record<Coverage["state"], (coverage: Coverage) => string>> = {
  ready: ({ lastCompleteWalk }) =>
    lastCompleteWalk === undefined ? "" : `, up to date as of ${formatTime(lastCompleteWalk)}`,
  "catching-up": () => "; the index is still catching up, so there may be more (pi-event-recall index completes it)",
  partial: () => "",
  error: () => "; the index could not be brought up to date, so there may be more (pi-event-recall index tries again)",
};
