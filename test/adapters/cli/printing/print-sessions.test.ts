import { describe, expect, test } from "vitest";
import { printSessions } from "../../../../src/adapters/cli/printing/print-sessions.ts";
import { colourfulPage } from "../colourful-page.ts";
import { plainPage } from "../plain-page.ts";
import { coverage, SESSION } from "../sample-answers.ts";
import { widestRow } from "../widest-row.ts";

const sessions = [
  {
    sessionId: SESSION,
    name: "Tame the retry budget",
    cwd: "/home/ada/shop",
    startedAt: "2026-05-03T10:00:00Z",
    lastActivity: "2026-05-04T08:30:00Z",
    events: 1200,
    bytes: 1_540_000,
  },
  { sessionId: "0197c0de-2", cwd: "/home/ada", startedAt: "2026-05-02T10:00:00Z", events: 1, bytes: 900 },
];

describe("printSessions", () => {
  test("prints a table in the order given", () => {
    expect(printSessions({ sessions, coverage: coverage() }, plainPage(150))).toBe(
      `last activity         events       size  session                               name                               folder
2026-05-04 08:30 UTC   1,200     1.5 MB  0197c0de-1111-7000-8000-00000000000a  Tame the retry budget              /home/ada/shop
2026-05-02 10:00 UTC       1  900 bytes  0197c0de-2                            (no name)                          /home/ada

Based on 3 sessions, up to date as of 2026-05-04 09:00 UTC.`.replace(/ {14}(?=folder|\/home)/g, "  "),
    );
  });

  test("prints blocks with whole ids where a table has no room", () => {
    const text = printSessions({ sessions, coverage: coverage() }, plainPage(40));
    expect(text).toContain(
      `Tame the retry budget\n  2026-05-04 08:30 UTC · 1,200 events ·\n  1.5 MB\n  ${SESSION}\n  in /home/ada/shop\n`,
    );
  });

  test("says what to do when there is none", () => {
    const empty = coverage({ sessions: { indexed: 0, known: 0 } });
    expect(printSessions({ sessions: [], coverage: empty }, plainPage(200))).toMatch(
      /^No session belongs to this workspace.*--all/,
    );
  });

  test.each([32, 40, 98, 99, 120, 146, 200])("fits %i columns with wide, huge and hostile names", (columns) => {
    const hostile = "\u001b[2J\u202e数据库👩‍👩‍👧 عربي\n".repeat(100);
    const hostileSessions = [
      { ...sessions[0]!, sessionId: hostile, name: hostile, cwd: hostile, startedAt: hostile, lastActivity: hostile },
    ];
    for (const page of [plainPage(columns), colourfulPage(columns)]) {
      const text = printSessions({ sessions: [...hostileSessions, ...sessions], coverage: coverage() }, page);
      expect(widestRow(text)).toBeLessThanOrEqual(columns);
      expect(text).not.toContain("\u001b[2J");
      expect(text).not.toContain("\u202e");
    }
  });
});
