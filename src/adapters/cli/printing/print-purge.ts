import type { IndexPurge } from "../../../domain/model/index-verification.ts";
import { formatBytes } from "../../../domain/text/format-quantity.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";

/** What `purge` did, for people. */
export function printPurge({ deleted, bytes }: IndexPurge, page: Page): string {
  // Even an empty index on the disk takes some bytes.
  if (!deleted && bytes.after === 0) {
    return printParagraph(page, "Nothing was deleted: the index in force has no file on the disk.").join("\n");
  }
  const line = deleted
    ? `Deleted the index (${formatBytes(bytes.before)}). The next command builds it anew.`
    : `Purged the index: ${formatBytes(bytes.before)} before, ${formatBytes(bytes.after)} now.`;
  return printParagraph(page, line, { style: "good" }).join("\n");
}
