import { describe, expect, test } from "vitest";
import { printIndex } from "../../../../src/adapters/cli/printing/print-index.ts";
import { printStatus } from "../../../../src/adapters/cli/printing/print-status.ts";
import { plainPage } from "../plain-page.ts";
import { coverage } from "../sample-answers.ts";
import { widestRow } from "../widest-row.ts";

const status = {
  engine: "fts5",
  index: "/home/ada/.pi/agent/recall/index.sqlite",
  indexBytes: 12_345_678,
  version: "1",
  roots: ["/home/ada/.pi/agent/sessions", "/archive"],
  workspaces: ["/home/ada/shop"],
  notices: ["The home directory does not count as a work tree."],
  coverage: coverage(),
  program: { version: "1.2.3", node: "24.1.0" },
  log: [],
};

describe("printStatus", () => {
  test("prints one row per fact, then notices", () => {
    expect(printStatus(status, plainPage())).toBe(
      `state       ready
engine      fts5
index       /home/ada/.pi/agent/recall/index.sqlite (12.3 MB)
version     1, written by 1.2.3 on Node.js 24.1.0
sessions    3 of 3 indexed
size        4.2 KB of 4.2 KB indexed
read from   /home/ada/.pi/agent/sessions
            /archive
workspace   /home/ada/shop

Based on 3 sessions, up to date as of 2026-05-04 09:00 UTC.
Note: The home directory does not count as a work tree.`,
    );
  });

  test("lists the settings with their sources", () => {
    const settings = [
      { name: "exclude", value: ["019cd704", "/home/ada/\u001b[2J"], source: "file" },
      { name: "sessions", value: [], source: "default" },
      { name: "limits.read", value: 24_000, source: "environment" },
      { name: "engine", value: "fts5", source: "command line" },
    ] as const;
    expect(printStatus({ ...status, settings }, plainPage())).toContain(
      `

Settings:
  exclude: 019cd704, /home/ada/\\x1b[2J (file)
  sessions: none (default)
  limits.read: 24,000 (environment)
  engine: fts5 (command line)`,
    );
  });

  test("says that --all opens everything", () => {
    expect(printStatus({ ...status, workspaces: [] }, plainPage())).toContain("workspace   every session (--all)\n");
  });

  test.each([40, 120])("fits %i columns with hostile paths", (columns) => {
    const hostile = "/\u001b[2J\u202e数 عربي\n".repeat(60);
    const text = printStatus(
      { ...status, index: hostile, roots: [hostile], workspaces: [hostile], notices: [hostile] },
      plainPage(columns),
    );
    expect(widestRow(text)).toBeLessThanOrEqual(columns);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe("printIndex", () => {
  const totals = { sessions: 3, events: 1200 };

  test("is one line when all is well", () => {
    expect(printIndex({ totals, coverage: coverage() }, plainPage())).toBe(
      "Indexed 3 sessions (1,200 events, 4.2 KB), ready.",
    );
  });

  test("says what is not covered", () => {
    const partial = coverage({ state: "partial", skipped: [{ reason: "malformed-line", count: 2 }] });
    expect(printIndex({ totals, coverage: partial }, plainPage())).toContain(
      "partial.\nBased on 3 sessions. Not covered in full: 2 malformed lines.",
    );
  });

  test("says when this workspace sees none of it", () => {
    const empty = coverage({ sessions: { indexed: 0, known: 0 } });
    expect(printIndex({ totals: { sessions: 0, events: 0 }, coverage: empty }, plainPage(200))).toContain("--all");
  });
});
