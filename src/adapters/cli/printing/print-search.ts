import type { EventSearchAnswer, EventSearchHit } from "../../../domain/model/hit.ts";
import { clipText } from "./clip-text.ts";
import { formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import { formatTime } from "./format-time.ts";
import { highlightMatches } from "./highlight-matches.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printNextCommand } from "./print-next-command.ts";
import { printNoMatch } from "./print-no-match.ts";
import { printParagraph } from "./print-paragraph.ts";
import { notableStates } from "./state-words.ts";

/** Code points shown before the match by the command that reads a hit. */
const LEAD_IN = 200;
const INDENT = "    ";

/** A search answer for people: one block per hit with the command that reads it, or why there is none; totals and coverage. */
export function printSearch(answer: EventSearchAnswer, query: string, page: Page): string {
  const rows: string[] = [];
  if (answer.hits.length === 0) rows.push(...printNoMatch(answer, query, page));
  else {
    rows.push(...printTotals(answer, page), "");
    for (const [at, hit] of answer.hits.entries()) rows.push(...printHit(hit, at + 1, query, page), "");
  }
  if (answer.ignoredTerms !== undefined && answer.ignoredTerms.length > 0) {
    const terms = answer.ignoredTerms.map((term) => clipText(term, 40)).join("  ");
    rows.push(...printParagraph(page, `Ignored, as nothing in it can be searched: ${terms}`));
  }
  rows.push(...printCoverage(answer.coverage, page));
  return rows.join("\n");
}

function printTotals({ hits, totals }: EventSearchAnswer, page: Page): string[] {
  const copies = hits.reduce((sum, hit) => sum + (hit.copies?.count ?? 0), 0);
  const fragments = totals.fragments === totals.events ? "" : ` in ${formatCount(totals.fragments, "fragment")}`;
  const found = `${formatCount(totals.events, "event")} found${fragments}`;
  let rest = copies === 0 ? "" : `, ${formatNumber(copies)} of them copies in forked sessions`;
  if (hits.length + copies < totals.events)
    rest = `, the best ${formatNumber(hits.length)} shown (--limit shows up to 50)`;
  return printParagraph(page, `${found}${rest}:`, { style: "strong" });
}

function printHit(hit: EventSearchHit, number: number, query: string, page: Page): string[] {
  const { paint } = page;
  const marker = `${number}.`.padStart(3);
  const tool = hit.toolName === undefined ? "" : ` (${clipText(hit.toolName, 24)})`;
  const head = `${hit.semanticKind}${tool} · ${formatTime(hit.timestamp)}`;
  const [first = "", ...others] = printParagraph(page, head, { indent: INDENT, style: "kind" });
  const name = hit.sessionName ?? `session ${hit.sessionId}`;
  const remarks = describeRemarks(hit);
  const room = Math.max(8, page.columns - INDENT.length);
  return [
    `${paint("strong", marker)} ${first.slice(INDENT.length)}`,
    ...others,
    INDENT + paint("strong", clipText(name, room)),
    ...highlightMatches(page, hit.snippet, query, room).map((row) => INDENT + row),
    ...(remarks === "" ? [] : printParagraph(page, remarks, { indent: INDENT, style: "quiet" })),
    ...printNextCommand(
      page,
      INDENT,
      "read",
      [hit.sessionId, hit.entryId],
      ["--fragment", hit.matchingFragmentId, "--offset", String(Math.max(0, hit.matchOffset - LEAD_IN))],
    ),
  ];
}

function describeRemarks(hit: EventSearchHit): string {
  const words = hit.isError === true ? ["error"] : [];
  words.push(...notableStates(hit));
  if (hit.matchingFragmentCount > 1) words.push(`${formatNumber(hit.matchingFragmentCount)} fragments match`);
  if (hit.copies && hit.copies.count > 0) words.push(`copied to ${formatCount(hit.copies.count, "other session")}`);
  return words.join(" · ");
}
