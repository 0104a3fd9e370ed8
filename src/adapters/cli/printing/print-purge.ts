import type { IndexPurge } from "../../../domain/model/index-verification.ts";
import { formatBytes } from "./format-quantity.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

/** What `purge` did, for people. */
export function printPurge({ deleted, bytes }: IndexPurge, page: Page): string {
  const line = deleted
    ? `Deleted the index (${formatBytes(bytes.before)}). The next command builds it anew.`
    : `Purged the index: ${formatBytes(bytes.before)} before, ${formatBytes(bytes.after)} now.`;
  return printParagraph(page, line, { style: "good" }).join("\n");
}
