import type { DiscoveredSession, RecallDiscovery } from "../../../../domain/model/recall.ts";
import { formatCount, formatNumber } from "../../../../domain/text/format-quantity.ts";
import { formatTime } from "../format-time.ts";
import { highlightRanges } from "../highlight-ranges.ts";
import type { Page } from "../page.ts";
import { printCoverage } from "../print-coverage.ts";
import { printNextCommand } from "../print-next-command.ts";
import { printParagraph } from "../print-paragraph.ts";
import { INDENT, printRecalledSession } from "./print-recalled-session.ts";
import { printSyncWarning } from "./print-sync-warning.ts";

/** Discovered sessions for people, best first: each with its best message and the command that scrolls there. */
export function printDiscovery(answer: RecallDiscovery, page: Page): string {
  const { sessions, totals, pendingSessions } = answer;
  const rows = [...printParagraph(page, describeTotals(sessions.length, totals), { style: "strong" }), ""];
  for (const [at, session] of sessions.entries()) rows.push(...printDiscovered(session, at + 1, page), "");
  if (pendingSessions > 0) {
    const text = `${formatCount(pendingSessions, "session")} not searchable as a whole yet: there may be more.`;
    rows.push(...printParagraph(page, text, { style: "warning" }));
  }
  return [...rows, ...printSyncWarning(answer.syncWarning, page), ...printCoverage(answer.coverage, page)].join("\n");
}

function describeTotals(shown: number, { sessions, messages }: RecallDiscovery["totals"]): string {
  if (sessions === 0) return "No session matches.";
  const rest = shown < sessions ? `, the best ${formatNumber(shown)} shown (--limit shows up to 10)` : "";
  return `${formatCount(sessions, "session")} found by ${formatCount(messages, "message")}${rest}:`;
}

function printDiscovered(session: DiscoveredSession, number: number, page: Page): string[] {
  const room = Math.max(8, page.columns - INDENT.length);
  const head = `${session.role} · ${formatTime(session.timestamp)}:`;
  return [
    ...printRecalledSession(session, number, [formatCount(session.matchingMessages, "matching message")], page),
    ...printParagraph(page, head, { indent: INDENT }),
    ...highlightRanges(page, session.snippet, session.matches, room).map((row) => INDENT + row),
    ...printNextCommand(page, INDENT, "recall scroll", [session.sessionId, session.matchMessageId]),
  ];
}
