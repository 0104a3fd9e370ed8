import type { IndexVerification } from "../../../domain/model/index-verification.ts";
import { formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

/** What a comparison of the index with its sources found, for people: what was looked at, what differed, and how it ended. */
export function printVerification(found: IndexVerification, page: Page): string {
  const { files, events, postings } = found;
  const looked = `Compared ${formatCount(files.checked, "file")}, ${formatCount(events.checked, "event")} and the words of ${formatCount(postings.checked, "text")}.`;
  const differences = describeDifferences(found);
  const verdict = found.repaired
    ? found.ok
      ? ["good", "Repaired: the index is what a fresh one would be."]
      : ["failure", "The index still differs from the session files."]
    : found.ok
      ? ["good", "The index is what a fresh one would be."]
      : ["failure", "The index differs from the session files."];
  return [
    ...printParagraph(page, looked),
    ...differences.flatMap((difference) => printParagraph(page, difference, { indent: "  ", style: "warning" })),
    ...(files.pending > 0
      ? printParagraph(
          page,
          `${describePending(files.pending)} not compared: pi-event-recall index takes what has changed.`,
          {
            style: "quiet",
          },
        )
      : []),
    ...printParagraph(page, verdict[1] ?? "", { style: verdict[0] as "good" | "failure" }),
  ].join("\n");
}

function describePending(files: number): string {
  return files === 1 ? "1 file was" : `${formatNumber(files)} files were`;
}

function describeDifferences({ files, events, relations, postings, sound }: IndexVerification): string[] {
  return [
    sound ? "" : "the index contradicts itself",
    files.differing > 0 ? `${formatCount(files.differing, "file")} not as indexed` : "",
    events.missing > 0 ? `${formatCount(events.missing, "event")} missing` : "",
    events.extra > 0 ? `${formatCount(events.extra, "event")} too many` : "",
    events.changed > 0 ? `${formatCount(events.changed, "event")} changed` : "",
    relations.differing > 0 ? `${formatCount(relations.differing, "link")} missing or too many` : "",
    postings.wrong > 0 ? `${formatCount(postings.wrong, "text")} whose words would not all be found` : "",
  ].filter((line) => line !== "");
}
