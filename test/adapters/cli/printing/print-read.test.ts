import { describe, expect, test } from "vitest";
import { printRead } from "../../../../src/adapters/cli/printing/print-read.ts";
import { plainPage } from "../plain-page.ts";
import { coverage, fragment, read, SESSION, summary } from "../sample-answers.ts";
import { widestRow } from "../widest-row.ts";

const long = fragment("", {
  fragmentId: "1:tool.result",
  kind: "tool.result",
  toolName: "bash",
  isError: true,
  preview: {
    text: "$ npm test\n\tok 1\r\n\n… omitted …\ndone",
    totalChars: 7000,
    shownRanges: [
      { start: 0, end: 2000 },
      { start: 5000, end: 7000 },
    ],
    omittedRanges: [{ start: 2000, end: 5000 }],
    truncated: true,
  },
});

const here = (entryId: string) => ({ sessionId: SESSION, entryId });

/** A read of one window of a text of 9,000 characters. */
function windowAt(start: number, end: number) {
  const omittedRanges = [
    { start: 0, end: start },
    { start: end, end: 9000 },
  ].filter((range) => range.end > range.start);
  const preview = { text: "x", totalChars: 9000, shownRanges: [{ start, end }], omittedRanges, truncated: true };
  return read({ fragments: [fragment("", { preview })] });
}

describe("printRead", () => {
  test("prints metadata, texts with their ranges, and the commands that go on", () => {
    const answer = read({
      event: summary({ labels: ["check\npoint"], branchState: "alternate", selectionState: "not-selected" }),
      fragments: [fragment("please lower it\nand test it"), long],
      fragmentCoverage: { total: 24, returned: 2, omitted: 22, truncated: true },
      omissions: [{ kind: "image", mimeType: "image/png", bytes: 20_480 }],
    });
    expect(printRead(answer, plainPage(140))).toBe(
      `Tame the retry budget
session ${SESSION}
in /home/ada/shop

▶ message (user) · 2026-05-03 10:22 UTC · a1b2c3d4 · label “check\\npoint” · on an alternate branch · not in context
  0:user.text · 27 characters
  │ please lower it
  │ and test it
  1:tool.result (bash) · error · 7,000 characters, shown 0–2,000 and 5,000–7,000
  │ $ npm test
  │     ok 1
  │
  │ … omitted …
  │ done
  Omitted: 2,000–5,000
  2 of 24 fragments shown; --fragment names another one.
  Not shown: image (20.5 KB, image/png)

→ pi-event-recall read ${SESSION} a1b2c3d4 --fragment 1:tool.result --offset 2000
→ pi-event-recall trace ${SESSION} a1b2c3d4`,
    );
  });

  test("sets neighbours apart, the target marked between them", () => {
    const answer = read({
      before: [read({ event: summary({ entryId: "before1", role: "assistant" }) })],
      after: [read({ event: summary({ entryId: "after1", role: "assistant" }), fragments: [] })],
    });
    const rows = printRead(answer, plainPage(60)).split("\n");
    const at = (text: string): number => rows.findIndex((row) => row.includes(text));
    const order = [
      "── before ─",
      "● message (assistant)",
      "── this event ─",
      "▶ message (user)",
      "── after ─",
      "(no searchable text)",
    ];
    const places = order.map(at);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test("offers the window after the one shown, and the first omitted text after the last window", () => {
    expect(printRead(windowAt(3000, 7000), plainPage())).toContain("--offset 7000");
    expect(printRead(windowAt(5000, 9000), plainPage())).toContain("--offset 0");
    expect(printRead(windowAt(9000, 9000), plainPage())).toContain("shown nothing");
  });

  test("names forks, the continuation followed, and other sessions", () => {
    const answer = read({
      forks: [
        { kind: "in-session", at: here("a1b2c3d4"), candidates: [here("c1"), here("c2")], chosen: here("c1") },
        {
          kind: "session-fork",
          at: here("a1b2c3d4"),
          candidates: Array.from({ length: 12 }, (_, at) => ({ sessionId: `other-${at}`, entryId: "c1" })),
        },
      ],
    });
    const text = printRead(answer, plainPage());
    expect(text).toContain("Branches after a1b2c3d4:\n  → c1 (followed here)\n  · c2\n");
    expect(text).toContain("Another session forks after a1b2c3d4:\n  · c1 in session other-0\n");
    expect(text).toContain("  and 4 more\n");
  });

  test("says when the index behind it is incomplete", () => {
    expect(printRead(read(), plainPage())).not.toContain("Based on");
    const answer = read({ coverage: coverage({ state: "catching-up" }) });
    expect(printRead(answer, plainPage(500))).toContain("still catching up");
  });

  test.each([40, 120])("fits %i columns and lets no control character through", (columns) => {
    const hostile = "\u001b]52;c;aGk=\u0007 \u202egpj.exe\u2066 数据库👩‍👩‍👧 عربي ".repeat(40);
    const answer = read({
      event: summary({
        sessionId: hostile,
        sessionName: hostile,
        entryId: hostile,
        entryType: hostile,
        cwd: hostile,
        role: hostile,
        timestamp: hostile,
        labels: [hostile],
      }),
      fragments: [fragment(hostile, { toolName: hostile })],
      omissions: [{ kind: hostile, mimeType: hostile, bytes: 1 }],
      before: [read({ event: summary({ entryId: hostile }) })],
      forks: [
        {
          kind: "in-session",
          at: { sessionId: hostile, entryId: hostile },
          candidates: [{ sessionId: hostile, entryId: hostile }],
        },
      ],
    });
    const text = printRead(answer, plainPage(columns));
    expect(widestRow(text)).toBeLessThanOrEqual(columns);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
    expect(text).toContain("数据库👩‍👩‍👧");
  });
});
