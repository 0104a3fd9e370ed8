import type { RecallBrowsing } from "../../../../domain/model/recall.ts";
import { escapeForTerminal } from "../../../../domain/text/escape-for-terminal.ts";
import { formatCount, formatNumber } from "../../../../domain/text/format-quantity.ts";
import type { Page } from "../page.ts";
import { printCoverage } from "../print-coverage.ts";
import { printNextCommand } from "../print-next-command.ts";
import { printParagraph } from "../print-paragraph.ts";
import { INDENT, printRecalledSession } from "./print-recalled-session.ts";
import { printSyncWarning } from "./print-sync-warning.ts";

/** Recent sessions for people: each with its beginning and the command that reads it. */
export function printBrowsing({ sessions, total, coverage, syncWarning }: RecallBrowsing, page: Page): string {
  const rows: string[] = [];
  if (sessions.length > 0) {
    const title = `${formatNumber(sessions.length)} of ${formatCount(total, "session")}, latest activity first:`;
    rows.push(...printParagraph(page, title, { style: "strong" }), "");
  }
  for (const [at, session] of sessions.entries()) {
    rows.push(
      ...printRecalledSession(session, at + 1, [formatCount(session.messageCount, "message")], page),
      ...(session.preview === "" ? [] : printParagraph(page, escapeForTerminal(session.preview), { indent: INDENT })),
      ...printNextCommand(page, INDENT, "recall read", [session.sessionId]),
      "",
    );
  }
  return [...rows, ...printSyncWarning(syncWarning, page), ...printCoverage(coverage, page)].join("\n");
}
