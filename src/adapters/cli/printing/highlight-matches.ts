import { matchRanges } from "../../../domain/query/highlight.ts";
import { highlightRanges } from "./highlight-ranges.ts";
import type { Page } from "./page.ts";

/** A snippet as rows of at most `columns` cells, with what the query matched highlighted, as `highlightRanges` does. */
export function highlightMatches(page: Page, snippet: string, query: string, columns: number): string[] {
  return highlightRanges(page, snippet, matchRanges(snippet, query), columns);
}
