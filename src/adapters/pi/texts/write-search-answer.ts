import type { EventSearchAnswer } from "../../../domain/model/hit.ts";
import { fitText } from "./fit-text.ts";
import { writeCoverage } from "./write-coverage.ts";
import { FRAMING, writeCount } from "./write-facts.ts";
import { writeHit } from "./write-hit.ts";
import { writeName } from "./write-name.ts";
import { writeNoMatch } from "./write-no-match.ts";

/** Terms named of those that were ignored: a query has room for hundreds. */
const NAMED_TERMS = 10;

/** The answer of `event_search` for the model: totals and coverage in one line, then one block per hit, or why there is none. */
export function writeSearchAnswer(answer: EventSearchAnswer, query: string): string {
  const blocks = answer.hits.map((hit, at) => writeHit(hit, at + 1, query).join("\n"));
  return fitText([{ most: blocks.length, least: 0 }], ([shown = 0]) => {
    const coverage = writeCoverage(answer.coverage);
    const lines = [`${writeTotals(answer, shown)} ${coverage}`, ...writeIgnored(answer.ignoredTerms ?? [])];
    if (blocks.length === 0) return [...lines, ...writeNoMatch(answer)].join("\n");
    if (shown < blocks.length) {
      lines.push(`${writeCount(blocks.length - shown, "hit")} left out, the result is full: narrow the search.`);
    }
    return [[...lines, FRAMING].join("\n"), ...blocks.slice(0, shown)].join("\n\n");
  });
}

function writeTotals({ hits, totals }: EventSearchAnswer, shown: number): string {
  if (hits.length === 0) return totals.events === 0 ? "No event matches." : "No matching event could be confirmed.";
  const copies = hits.reduce((sum, hit) => sum + (hit.copies?.count ?? 0), 0);
  const parts = [`${writeCount(totals.events, "event")} found in ${writeCount(totals.fragments, "fragment")}`];
  if (copies > 0) parts.push(`${writeCount(copies, "copy", "copies")} in forks not repeated`);
  parts.push(
    hits.length + copies < totals.events ? `best ${shown} shown, narrow the search for others` : `${shown} shown`,
  );
  return `${parts.join("; ")}.`;
}

function writeIgnored(terms: readonly string[]): string[] {
  if (terms.length === 0) return [];
  const named = terms.slice(0, NAMED_TERMS).map((term) => writeName(term, 60));
  const more = terms.length - named.length;
  return [`Ignored, nothing in it can be searched: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`];
}
