import type { SessionLocation } from "../../../domain/model/session-location.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { quoteForShell } from "../../../domain/text/quote-for-shell.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

/** What `open` answers. */
export interface OpenAnswer extends SessionLocation {
  /** Program and arguments. */
  readonly command: readonly string[];
}

/** The command on the first line, whole and alone, so that it can be copied; then what to know about it. */
export function printOpen({ command, cwd, entry }: OpenAnswer, page: Page): string {
  const place = printParagraph(page, `It runs in ${escapeForTerminal(cwd)}, as the session did.`);
  if (entry === undefined) return [command.map(quoteForShell).join(" "), "", ...place].join("\n");
  const { entryType, timestamp, preview } = entry;
  const event = `the event (${[escapeForTerminal(entryType), timestamp && formatTime(timestamp)].filter(Boolean).join(", ")})`;
  const advice =
    preview === ""
      ? `Pi opens a session at its end. To go to ${event}, call /tree there.`
      : `Pi opens a session at its end. To go to ${event}, call /tree there and type some of its first words:`;
  return [
    command.map(quoteForShell).join(" "),
    "",
    ...place,
    ...printParagraph(page, advice),
    ...(preview === "" ? [] : printParagraph(page, escapeForTerminal(preview), { indent: "  " })),
  ].join("\n");
}
