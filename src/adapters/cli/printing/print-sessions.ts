import { getBorderCharacters, table } from "table";
import type { SessionListing } from "../../../domain/model/session-listing.ts";
import { clipText } from "./clip-text.ts";
import { formatBytes, formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import { formatTime } from "./format-time.ts";
import type { Page } from "./page.ts";
import { printCoverage } from "./print-coverage.ts";
import { printParagraph } from "./print-paragraph.ts";

type Session = SessionListing["sessions"][number];

/** Cells of last activity, events, size and session id, with the gaps between all columns. */
const FIXED_CELLS = 20 + 9 + 9 + 36 + 4 * 2;
const NARROWEST_NAME = 16;

/** The sessions for people, newest first: a table, or a block each on a terminal too narrow for ids in a table. */
export function printSessions({ sessions, coverage }: SessionListing, page: Page): string {
  const room = page.columns - FIXED_CELLS;
  const rows: string[] = [];
  if (room >= NARROWEST_NAME && sessions.length > 0) rows.push(...printTable(sessions, room, page), "");
  else rows.push(...sessions.flatMap((session) => [...printBlock(session, page), ""]));
  return [...rows, ...printCoverage(coverage, page)].join("\n");
}

function printTable(sessions: readonly Session[], room: number, page: Page): string[] {
  const cwdCells = room >= 48 ? Math.floor(room / 2) : 0;
  const nameCells = room - cwdCells;
  const title = (text: string): string => page.paint("strong", text);
  const head = [title("last activity"), title("events"), title("size"), title("session"), title("name")];
  const cells = sessions.map((session) => [
    formatTime(session.lastActivity ?? session.startedAt),
    formatNumber(session.events),
    formatBytes(session.bytes),
    clipText(session.sessionId, 36),
    clipText(session.name ?? "(no name)", nameCells),
    ...(cwdCells > 0 ? [clipText(session.cwd, cwdCells - 2)] : []),
  ]);
  return table([cwdCells > 0 ? [...head, title("folder")] : head, ...cells], {
    border: getBorderCharacters("void"),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    columns: { 1: { alignment: "right" }, 2: { alignment: "right" } },
    drawHorizontalLine: () => false,
  })
    .trimEnd()
    .split("\n")
    .map((row) => row.trimEnd());
}

function printBlock(session: Session, page: Page): string[] {
  const facts = [
    formatTime(session.lastActivity ?? session.startedAt),
    formatCount(session.events, "event"),
    formatBytes(session.bytes),
  ];
  return [
    page.paint("strong", clipText(session.name ?? "(no name)", page.columns)),
    ...printParagraph(page, facts.join(" · "), { indent: "  " }),
    ...printParagraph(page, clipText(session.sessionId, 60), { indent: "  ", style: "kind" }),
    ...printParagraph(page, `in ${clipText(session.cwd, 200)}`, { indent: "  ", style: "quiet" }),
  ];
}
