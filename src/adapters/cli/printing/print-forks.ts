import type { BranchForkReceipt } from "../../../domain/model/fork-receipt.ts";
import type { EventRef } from "../../../ports/event-ref.ts";
import { clipText } from "./clip-text.ts";
import { formatNumber } from "../../../domain/text/format-quantity.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

const CANDIDATES_SHOWN = 8;

/** Places where history goes on in more than one way: each with its continuations, the one this answer follows marked. */
export function printForks(forks: readonly BranchForkReceipt[], sessionId: string, page: Page): string[] {
  return forks.flatMap((fork) => {
    const title =
      fork.kind === "in-session"
        ? `Branches after ${nameOf(fork.at, sessionId)}:`
        : `Another session forks after ${nameOf(fork.at, sessionId)}:`;
    const rows = printParagraph(page, title);
    for (const candidate of fork.candidates.slice(0, CANDIDATES_SHOWN)) {
      const { chosen } = fork;
      const isChosen = chosen?.entryId === candidate.entryId && chosen.sessionId === candidate.sessionId;
      const line = isChosen ? `→ ${nameOf(candidate, sessionId)} (followed here)` : `· ${nameOf(candidate, sessionId)}`;
      rows.push(...printParagraph(page, line, { indent: "  ", ...(isChosen && { style: "good" as const }) }));
    }
    const more = Math.max(0, fork.candidates.length - CANDIDATES_SHOWN) + (fork.omitted ?? 0);
    return more > 0 ? [...rows, `  and ${formatNumber(more)} more`] : rows;
  });
}

function nameOf(ref: EventRef, homeSession: string): string {
  return (
    clipText(ref.entryId, 24) + (ref.sessionId === homeSession ? "" : ` in session ${clipText(ref.sessionId, 40)}`)
  );
}
