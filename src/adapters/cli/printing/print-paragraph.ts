import type { Page } from "./page.ts";
import { wrapLine } from "./wrap-line.ts";

/** Wraps one line of escaped text behind an indent and paints every row alike. */
export function printParagraph(
  page: Page,
  text: string,
  { indent = "", style }: { indent?: string; style?: Parameters<Page["paint"]>[0] } = {},
): string[] {
  return wrapLine(text, Math.max(8, page.columns - indent.length)).map(({ start, end }) => {
    const row = text.slice(start, end);
    return indent + (style === undefined ? row : page.paint(style, row));
  });
}
