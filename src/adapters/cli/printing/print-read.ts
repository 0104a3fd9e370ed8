import type { EventRead } from "../../../domain/model/event-read.ts";
import { clipText } from "./clip-text.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printEvent } from "./print-event.ts";
import { printForks } from "./print-forks.ts";
import { printNextCommand } from "./print-next-command.ts";
import { printParagraph } from "./print-paragraph.ts";

/** An event for people: where it stands, its text, its neighbours above and below, and the commands that go on from it. */
export function printRead(answer: EventRead, page: Page): string {
  const { event } = answer;
  const name = event.sessionName === undefined ? "" : clipText(event.sessionName, page.columns - 2);
  const rows = [
    ...(name === "" ? [] : [page.paint("strong", name)]),
    ...printParagraph(page, `session ${clipText(event.sessionId, 60)}`, { style: "quiet" }),
    ...printParagraph(page, `in ${clipText(event.cwd, 400)}`, { style: "quiet" }),
    "",
  ];
  if (answer.before.length > 0) rows.push(rule("before", page));
  for (const neighbour of answer.before) rows.push(...printEvent(neighbour, page, false), "");
  if (answer.before.length + answer.after.length > 0) rows.push(rule("this event", page));
  rows.push(...printEvent(answer, page, true), "");
  if (answer.after.length > 0) rows.push(rule("after", page));
  for (const neighbour of answer.after) rows.push(...printEvent(neighbour, page, false), "");
  const forks = printForks(answer.forks, event.sessionId, page);
  if (forks.length > 0) rows.push(...forks, "");
  rows.push(...printContinuations(answer, page));
  if (answer.coverage.state !== "ready") rows.push(...printCoverage(answer.coverage, page));
  return rows.join("\n");
}

function rule(title: string, page: Page): string {
  const line = `── ${title} `;
  return page.paint("quiet", line + "─".repeat(Math.max(0, Math.min(page.columns, 80) - line.length)));
}

/** The next window of the first text that is not shown whole, and the trace. */
function printContinuations({ event, fragments }: EventRead, page: Page): string[] {
  const ids = [event.sessionId, event.entryId];
  const cut = fragments.find(({ preview }) => preview.truncated);
  const rows = printNextCommand(page, "", "trace", ids);
  if (cut === undefined) return rows;
  const lastShown = cut.preview.shownRanges.at(-1);
  const omitted = cut.preview.omittedRanges;
  const next = omitted.find(({ start }) => lastShown !== undefined && start >= lastShown.end) ?? omitted[0];
  if (next === undefined) return rows;
  const options = ["--fragment", cut.fragmentId, "--offset", String(next.start)];
  return [...printNextCommand(page, "", "read", ids, options), ...rows];
}
