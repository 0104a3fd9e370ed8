import { getBorderCharacters, table } from "table";
import type { IndexStatus } from "../../../domain/model/session-listing.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";
import { formatBytes, formatNumber } from "./format-quantity.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printParagraph } from "./print-paragraph.ts";
import { wrapLine } from "./wrap-line.ts";

const KEY_CELLS = 12;

/** The state of the index for people: one row per fact, then notices. */
export function printStatus(status: IndexStatus, page: Page): string {
  const { sessions, bytes } = status.coverage;
  const facts: [string, readonly string[]][] = [
    ["state", [status.coverage.state]],
    ["engine", [status.engine]],
    ["index", [`${status.index} (${formatBytes(status.indexBytes)})`]],
    ["version", [status.version]],
    ["sessions", [`${formatNumber(sessions.indexed)} of ${formatNumber(sessions.known)} indexed`]],
    ["size", [`${formatBytes(bytes.indexed)} of ${formatBytes(bytes.known)} indexed`]],
    ["read from", status.roots.length > 0 ? status.roots : ["no session folder"]],
    ["workspace", status.workspaces.length > 0 ? status.workspaces : ["every session (--all)"]],
  ];
  const room = Math.max(8, page.columns - KEY_CELLS);
  const cells = facts.map(([key, values]) => [
    page.paint("strong", key),
    values.flatMap((value) => rowsOf(value, room)).join("\n"),
  ]);
  const rows = table(cells, {
    border: getBorderCharacters("void"),
    columnDefault: { paddingLeft: 0, paddingRight: 0 },
    columns: { 0: { width: KEY_CELLS } },
    drawHorizontalLine: () => false,
  })
    .trimEnd()
    .split("\n")
    .map((row) => row.trimEnd());
  return [
    ...rows,
    "",
    ...printCoverage(status.coverage, page),
    ...status.notices.flatMap((notice) =>
      printParagraph(page, `Note: ${escapeForTerminal(notice)}`, { style: "warning" }),
    ),
  ].join("\n");
}

function rowsOf(value: string, columns: number): string[] {
  const line = escapeForTerminal(value);
  return wrapLine(line, columns).map(({ start, end }) => line.slice(start, end));
}
