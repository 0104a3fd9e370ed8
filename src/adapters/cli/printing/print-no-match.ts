import type { EventSearchAnswer } from "../../../domain/model/hit.ts";
import { OPTION_NAMES } from "../option-names.ts";
import { clipText } from "./clip-text.ts";
import { formatCount } from "../../../domain/text/format-quantity.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

/** Why a search found nothing, in plain sentences. */
export function printNoMatch({ noMatch, coverage }: EventSearchAnswer, query: string, page: Page): string[] {
  const rows = printParagraph(page, `No event matches ${clipText(query, 200)}`, { style: "strong" });
  const say = (text: string): void => void rows.push(...printParagraph(page, text, { indent: "  " }));
  // Where nothing is visible, the coverage below says all there is to say.
  const clauses = coverage.sessions.known === 0 ? [] : (noMatch?.clauses ?? []);
  for (const { text, events } of clauses) {
    const alone = clauses.length > 1 ? " alone" : "";
    if (events > 0 || clauses.length > 1)
      say(`“${clipText(text, 60)}”${alone} matches ${formatCount(events, "event")}.`);
  }
  for (const { name, events } of noMatch?.filters ?? []) {
    const option = OPTION_NAMES[name] ?? clipText(name, 40);
    say(`Without ${option}, ${formatCount(events, "event")} would match.`);
  }
  if (noMatch?.ownSession) {
    say(
      `The current session, which was left out, holds ${formatCount(noMatch.ownSession, "match", "matches")} (--session current).`,
    );
  }
  return rows;
}
