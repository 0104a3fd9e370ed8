import type { SyncWarning } from "../../../../domain/model/recall.ts";
import { escapeForTerminal } from "../../../../domain/text/escape-for-terminal.ts";
import type { Page } from "../page.ts";
import { printParagraph } from "../print-paragraph.ts";

/** Why an answer may be older or smaller than the session files; nothing where it is not. */
export function printSyncWarning(warning: SyncWarning | undefined, page: Page): string[] {
  if (warning === undefined) return [];
  const text =
    warning.kind === "incomplete-walk"
      ? "The last look at the session files did not reach all of them: some of this may be old."
      : `The index could not be brought up to date: ${escapeForTerminal(warning.error)}`;
  return printParagraph(page, text, { style: "warning" });
}
