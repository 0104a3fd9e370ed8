import type { Coverage } from "../../../domain/model/coverage.ts";
import { formatBytes, formatCount } from "../../../domain/text/format-quantity.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printParagraph } from "./print-paragraph.ts";

/** What `index` answers. */
export interface IndexAnswer {
  /** Events of the indexed sessions that the caller may see. */
  readonly totals: { readonly sessions: number; readonly events: number };
  readonly coverage: Coverage;
}

/** The closing line of `index`, for people. */
export function printIndex({ totals, coverage }: IndexAnswer, page: Page): string {
  const size = formatBytes(coverage.bytes.indexed);
  const line = `Indexed ${formatCount(totals.sessions, "session")} (${formatCount(totals.events, "event")}, ${size}), ${coverage.state}.`;
  const rows = printParagraph(page, line, { style: coverage.state === "ready" ? "good" : "warning" });
  if (coverage.state !== "ready" || coverage.sessions.known === 0) rows.push(...printCoverage(coverage, page));
  return rows.join("\n");
}
