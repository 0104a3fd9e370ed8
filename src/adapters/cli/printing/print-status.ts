import { getBorderCharacters, table } from "table";
import type { IndexStatus } from "../../../domain/model/session-listing.ts";
import type { LogEntry } from "../../../ports/log-reader.ts";
import { clipText } from "./clip-text.ts";
import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { formatBytes, formatNumber } from "../../../domain/text/format-quantity.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printParagraph } from "./print-paragraph.ts";
import { printSettings } from "./print-settings.ts";
import { wrapLine } from "./wrap-line.ts";

const KEY_CELLS = 12;
const MESSAGE_CHARACTERS = 600;

/** What `status` answers. */
export interface StatusAnswer extends IndexStatus {
  readonly program: { readonly version: string; readonly node: string };
  /** The latest messages of the local log, oldest first. */
  readonly log: readonly LogEntry[];
}

/** The state of the index for people: one row per fact, then notices and what the local log has last. */
export function printStatus(status: StatusAnswer, page: Page): string {
  const { sessions, bytes } = status.coverage;
  const facts: [string, readonly string[]][] = [
    ["state", [status.coverage.state]],
    ["engine", [status.engine]],
    ["index", [`${status.index} (${formatBytes(status.indexBytes)})`]],
    ["version", [`${status.version}, written by ${status.program.version} on Node.js ${status.program.node}`]],
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
    ...printSettings(status.settings ?? [], page),
    ...printLog(status.log, page),
  ].join("\n");
}

function printLog(log: readonly LogEntry[], page: Page): string[] {
  if (log.length === 0) return [];
  const entries = log.flatMap(({ time, level, message, path, cause }) => {
    const words = [`${formatTime(time)} ${level}: ${message}`, path && `File: ${path}`, cause && `Cause: ${cause}`];
    const line = escapeForTerminal(clipText(words.filter(Boolean).join(" "), MESSAGE_CHARACTERS));
    return printParagraph(page, line, { indent: "  ", ...(level === "error" && { style: "failure" as const }) });
  });
  return ["", page.paint("strong", "Last messages of the local log:"), ...entries];
}

function rowsOf(value: string, columns: number): string[] {
  const line = escapeForTerminal(value);
  return wrapLine(line, columns).map(({ start, end }) => line.slice(start, end));
}
