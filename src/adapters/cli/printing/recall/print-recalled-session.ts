import type { RecalledSession } from "../../../../domain/model/recall.ts";
import { clipText } from "../clip-text.ts";
import { formatTime } from "../format-time.ts";
import type { Page } from "../page.ts";
import { printParagraph } from "../print-paragraph.ts";

/** Stands before everything that belongs to a numbered session. */
export const INDENT = "    ";

/** A numbered session: its name, and below when it was, its id and where it ran. `facts` go beside the time. */
export function printRecalledSession(
  session: RecalledSession,
  number: number,
  facts: readonly string[],
  page: Page,
): string[] {
  const room = Math.max(8, page.columns - INDENT.length);
  const when = formatTime(session.lastActivity ?? session.started);
  return [
    `${page.paint("strong", `${number}.`.padStart(3))} ${page.paint("strong", clipText(session.name ?? "(no name)", room))}`,
    ...printParagraph(page, [when, ...facts].join(" · "), { indent: INDENT, style: "kind" }),
    ...printParagraph(page, `session ${clipText(session.sessionId, 60)} in ${clipText(session.cwd, 200)}`, {
      indent: INDENT,
      style: "quiet",
    }),
  ];
}
