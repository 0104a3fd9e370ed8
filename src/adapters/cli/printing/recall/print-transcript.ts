import type { RecallTranscript } from "../../../../domain/model/recall.ts";
import { formatCount, formatNumber } from "../../../../domain/text/format-quantity.ts";
import { clipText } from "../clip-text.ts";
import type { Page } from "../page.ts";
import { printCoverage } from "../print-coverage.ts";
import { printForks } from "../print-forks.ts";
import { printNextCommand } from "../print-next-command.ts";
import { printParagraph } from "../print-paragraph.ts";
import { printMessage } from "./print-message.ts";
import { printSyncWarning } from "./print-sync-warning.ts";

/** A stretch of a session for people: its messages in order, the gap where there is one, forks, and the commands that scroll on. */
export function printTranscript(answer: RecallTranscript, page: Page): string {
  const { session, messages, omitted } = answer;
  const rows = [
    page.paint("strong", clipText(session.name ?? "(no name)", page.columns - 2)),
    ...printParagraph(page, `session ${clipText(session.sessionId, 60)}`, { style: "quiet" }),
    ...printParagraph(page, `in ${clipText(session.cwd, 400)}`, { style: "quiet" }),
    ...printParagraph(page, describeStretch(answer), { style: "quiet" }),
    "",
  ];
  for (const [at, message] of messages.entries()) {
    if (omitted?.at === at) rows.push(...printGap(answer, omitted, page), "");
    rows.push(...printMessage(message, page), "");
  }
  if (omitted !== undefined && omitted.at >= messages.length) rows.push(...printGap(answer, omitted, page), "");
  const forks = printForks(answer.forks, session.sessionId, page);
  if (forks.length > 0) rows.push(...forks, "");
  rows.push(...printContinuations(answer, page), ...printSyncWarning(answer.syncWarning, page));
  if (answer.coverage.state !== "ready") rows.push(...printCoverage(answer.coverage, page));
  return rows.join("\n").trimEnd();
}

function describeStretch({ messages, totalMessages, before }: RecallTranscript): string {
  if (messages.length === 0) return "no messages";
  const all = formatCount(totalMessages, "message");
  if (before === undefined)
    return messages.length === totalMessages ? all : `${formatNumber(messages.length)} of ${all}`;
  return `${formatNumber(before + 1)} to ${formatNumber(before + messages.length)} of ${all}`;
}

function printGap(answer: RecallTranscript, { at, count }: { at: number; count: number }, page: Page): string[] {
  const last = answer.messages[at - 1];
  return [
    ...printParagraph(page, `… ${formatCount(count, "message")} left out`, { style: "warning" }),
    ...(last === undefined ? [] : printScroll(answer, last.id, page)),
  ];
}

/** Where a scroll left messages on either side. */
function printContinuations(answer: RecallTranscript, page: Page): string[] {
  const { messages, before = 0, after = 0 } = answer;
  const [first, last] = [messages[0], messages.at(-1)];
  return [
    ...(before > 0 && first !== undefined ? printScroll(answer, first.id, page) : []),
    ...(after > 0 && last !== undefined && last !== first ? printScroll(answer, last.id, page) : []),
  ];
}

function printScroll({ session, branchTip }: RecallTranscript, messageId: string, page: Page): string[] {
  const options = branchTip === undefined ? [] : ["--branch-tip", branchTip];
  return printNextCommand(page, "", "recall scroll", [session.sessionId, messageId], options);
}
