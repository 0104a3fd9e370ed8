import type { EventRead, ReadFragment } from "../../../domain/model/event-read.ts";
import type { TextRange } from "../../../domain/model/text-preview.ts";
import { clipText } from "./clip-text.ts";
import { escapeLinesForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { formatBytes, formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { printParagraph } from "./print-paragraph.ts";
import { BRANCH_SYMBOLS, notableStates } from "./state-words.ts";
import { wrapLine } from "./wrap-line.ts";

/** One event without its neighbours: a head row, its fragments with what of them is shown, and what is never shown. */
export function printEvent(
  { event, fragments, fragmentCoverage, omissions }: EventRead,
  page: Page,
  isTarget: boolean,
): string[] {
  const role = event.role === undefined ? "" : ` (${clipText(event.role, 24)})`;
  const head = [`${clipText(event.entryType, 32)}${role}`, formatTime(event.timestamp), clipText(event.entryId, 40)];
  head.push(...event.labels.map((label) => `label “${clipText(label, 40)}”`), ...notableStates(event));
  const symbol = isTarget ? "▶" : BRANCH_SYMBOLS[event.branchState];
  const rows = printParagraph(page, `${symbol} ${head.join(" · ")}`, { style: isTarget ? "strong" : "quiet" });
  for (const fragment of fragments) rows.push(...printFragment(fragment, page));
  if (fragments.length === 0)
    rows.push(...printParagraph(page, "(no searchable text)", { indent: "  ", style: "quiet" }));
  if (fragmentCoverage.omitted > 0) {
    const { returned, total } = fragmentCoverage;
    const text = `${formatNumber(returned)} of ${formatCount(total, "fragment")} shown; --fragment names another one.`;
    rows.push(...printParagraph(page, text, { indent: "  ", style: "warning" }));
  }
  for (const omission of omissions) {
    const type = omission.mimeType === undefined ? "" : `, ${clipText(omission.mimeType, 40)}`;
    const text = `Not shown: ${clipText(omission.kind, 24)} (${formatBytes(omission.bytes)}${type})`;
    rows.push(...printParagraph(page, text, { indent: "  ", style: "quiet" }));
  }
  return rows;
}

function printFragment(fragment: ReadFragment, page: Page): string[] {
  const { preview } = fragment;
  const tool = fragment.toolName === undefined ? "" : ` (${clipText(fragment.toolName, 24)})`;
  const error = fragment.isError === true ? " · error" : "";
  const shown = preview.truncated ? `, shown ${describeRanges(preview.shownRanges)}` : "";
  const head = `${fragment.fragmentId}${tool}${error} · ${formatCount(preview.totalChars, "character")}${shown}`;
  const gutter = page.paint("quiet", "│ ");
  const text = escapeLinesForTerminal(preview.text).flatMap((line) =>
    wrapLine(line, Math.max(8, page.columns - 4)).map(({ start, end }) =>
      `  ${gutter}${line.slice(start, end)}`.trimEnd(),
    ),
  );
  return [
    ...printParagraph(page, head, { indent: "  ", style: fragment.isError === true ? "failure" : "kind" }),
    ...(preview.text === "" ? [] : text),
    ...(preview.truncated
      ? printParagraph(page, `Omitted: ${describeRanges(preview.omittedRanges)}`, { indent: "  ", style: "warning" })
      : []),
  ];
}

/** `0–2,000 and 5,230–7,230`, in code points, ends exclusive; `nothing` for an empty window. */
function describeRanges(ranges: readonly TextRange[]): string {
  const words = ranges
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) => `${formatNumber(start)}–${formatNumber(end)}`);
  return words.length === 0 ? "nothing" : words.join(" and ");
}
