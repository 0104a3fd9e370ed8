import { describe, expect, test } from "vitest";
import { printLineage } from "../../../../src/adapters/cli/printing/print-lineage.ts";
import { plainPage } from "../plain-page.ts";
import { widestRow } from "../widest-row.ts";

const session = (sessionId: string, parentSessionId?: string) => ({
  sessionId,
  name: `Session ${sessionId}`,
  cwd: "/home/ada/shop",
  startedAt: "2026-05-03T10:00:00Z",
  depth: 0,
  ...(parentSessionId !== undefined && { parentSessionId }),
});

describe("printLineage", () => {
  test("draws sessions as a tree with fork anchors, the one asked for marked", () => {
    const sessions = [
      session("a"),
      { ...session("b", "a"), anchor: { sessionId: "a", entryId: "e7" } },
      { ...session("c", "b"), anchor: { sessionId: "b", entryId: "e9" } },
      session("d", "a"),
    ];
    expect(printLineage({ sessions }, "b", plainPage())).toBe(
      `● Session a
│ session a · 2026-05-03 10:00 UTC
│ in /home/ada/shop
├─ ▶ Session b
│  │ session b · 2026-05-03 10:00 UTC · forked after e7
│  │ in /home/ada/shop
│  └─ ● Session c
│       session c · 2026-05-03 10:00 UTC · forked after e9
│       in /home/ada/shop
└─ ● Session d
     session d · 2026-05-03 10:00 UTC · shares no entry with its parent
     in /home/ada/shop`,
    );
  });

  test("shows siblings of a parent that is not visible side by side", () => {
    const rows = printLineage({ sessions: [session("a", "gone"), session("b", "gone")] }, "a", plainPage()).split("\n");
    expect(rows.filter((row) => /^[●▶] /.test(row))).toEqual(["▶ Session a", "● Session b"]);
  });

  test("draws a chain of a thousand without running out of width or stack", () => {
    const sessions = Array.from({ length: 1000 }, (_, at) => session(`s${at}`, at === 0 ? undefined : `s${at - 1}`));
    const text = printLineage({ sessions }, "s999", plainPage(60));
    expect(text).toContain("▶ Session s999");
    expect(widestRow(text)).toBeLessThanOrEqual(60);
  });

  test("escapes and clips names, ids and folders", () => {
    const hostile = "\u001b[2J\u202e数".repeat(300);
    const text = printLineage(
      { sessions: [{ ...session(hostile), name: hostile, cwd: hostile, startedAt: hostile }] },
      "x",
      plainPage(40),
    );
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(widestRow(text)).toBeLessThanOrEqual(40);
  });
});
