import { describe, expect, test } from "vitest";
import { printSearch } from "../../../../src/adapters/cli/printing/print-search.ts";
import { colourfulPage } from "../colourful-page.ts";
import { plainPage } from "../plain-page.ts";
import { coverage, hit, SESSION } from "../sample-answers.ts";
import { widestRow } from "../widest-row.ts";

const answerWith = (...hits: ReturnType<typeof hit>[]) => ({
  hits,
  totals: { events: hits.length, fragments: hits.length },
  coverage: coverage(),
});

describe("printSearch", () => {
  test("prints a block per hit with the match marked and the command that reads it", () => {
    expect(printSearch(answerWith(hit()), "retry budget", plainPage(100, ["--all"]))).toBe(
      `1 event found:

 1. user.text · 2026-05-03 10:22 UTC
    Tame the retry budget
    please lower the «retry budget» to three attempts, the queue is full
    → pi-event-recall read ${SESSION} a1b2c3d4 --fragment 0:user.text --offset 317 --all

Based on 3 sessions, up to date as of 2026-05-04 09:00 UTC.`,
    );
  });

  test("says what is unusual about a hit", () => {
    const unusual = hit({
      branchState: "alternate",
      selectionState: "summarized",
      toolName: "bash",
      semanticKind: "tool.result",
      isError: true,
      matchingFragmentCount: 3,
      copies: { count: 2, refs: [] },
      matchOffset: 7,
    });
    const text = printSearch(answerWith(unusual), "retry", plainPage());
    expect(text).toContain(" 1. tool.result (bash) · 2026-05-03 10:22 UTC\n");
    expect(text).toContain(
      "    error · on an alternate branch · summarized · 3 fragments match · copied to 2 other sessions\n",
    );
    expect(text).toContain("--offset 0");
  });

  test("highlights by colour where there is one, and then changes no character", () => {
    const text = printSearch(answerWith(hit({ snippet: "the Retry\u0301 budget" })), "retry", colourfulPage());
    expect(text).toContain("    the \u001b[1mRetry\u0301\u001b[22m budget\n");
    expect(text).not.toContain("«");
    expect(text).not.toContain("\u001b[1m\u001b[22m");
  });

  test("keeps a match marked across rows and around escaped characters", () => {
    const snippet = "\u001b[0mzero 数据库 filler fill retry budget\u202e";
    const rows = printSearch(answerWith(hit({ snippet })), '"retry budget" 数据库', colourfulPage(40)).split("\n");
    expect(rows.slice(4, 6)).toEqual([
      "    \\x1b[0mzero \u001b[1m数据库\u001b[22m filler fill \u001b[1mretry\u001b[22m",
      "    \u001b[1mbudget\u001b[22m\\u202e",
    ]);
  });

  test("counts what is not shown, copies aside", () => {
    const shown = { ...answerWith(hit({ copies: { count: 3, refs: [] } })), totals: { events: 4, fragments: 5 } };
    expect(printSearch(shown, "retry", plainPage())).toMatch(/^4 events found in 5 fragments, 3 of them copies /);
    const more = { ...shown, totals: { events: 1234, fragments: 1300 } };
    expect(printSearch(more, "retry", plainPage())).toMatch(
      /^1,234 events found in 1,300 fragments, the best 1 shown \(/,
    );
  });

  test("names ignored terms and an incomplete index", () => {
    const incomplete = {
      ...answerWith(hit()),
      ignoredTerms: ["=>", "\u001b["],
      coverage: coverage({
        state: "catching-up",
        sessions: { indexed: 1200, known: 4000 },
        skipped: [
          { reason: "malformed-line", count: 1 },
          { reason: "unreadable", count: 2 },
        ],
      }),
    };
    const text = printSearch(incomplete, "retry =>", plainPage(500));
    expect(text).toContain("Ignored, as nothing in it can be searched: =>  \\x1b[");
    expect(text).toContain("Based on 1,200 of 4,000 sessions; the index is still catching up, so there may be more");
    expect(text).toContain("Not covered in full: 1 malformed line, 2 unreadable files.");
  });

  test("falls back to the session id where there is no name, and to words where there is no time", () => {
    const { sessionName: _name, ...nameless } = hit({ timestamp: "" });
    const text = printSearch(answerWith(nameless), "retry", plainPage());
    expect(text).toContain(" 1. user.text · no time\n");
    expect(text).toContain(`    session ${SESSION}\n`);
  });

  test.each([40, 120])("fits %i columns with wide, right-to-left, huge and hostile text", (columns) => {
    const huge = hit({
      sessionName: "数据库👩‍👩‍👧".repeat(500),
      sessionId: "s".repeat(10_000),
      toolName: "t".repeat(500),
      timestamp: "\u001b]0;x\u0007".repeat(90),
      snippet: `${"عربي ".repeat(20)}${"数".repeat(90)}${"x".repeat(50)} \u009b2J retry`,
    });
    const text = printSearch(answerWith(huge, hit()), "retry", plainPage(columns));
    expect(widestRow(text)).toBeLessThanOrEqual(columns);
    expect(text.split("\n").filter((row) => row.includes("→ pi-event-recall"))).toHaveLength(1);
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

describe("printSearch without a hit", () => {
  const none = { hits: [], totals: { events: 0, fragments: 0 } };

  test("explains every clause and filter in words", () => {
    const answer = {
      ...none,
      coverage: coverage(),
      noMatch: {
        clauses: [
          { text: "retry", events: 12 },
          { text: "budgget", events: 0 },
        ],
        filters: [
          { name: "kinds", events: 1 },
          { name: "time", events: 0 },
        ],
        ownSession: 2,
      },
    };
    expect(printSearch(answer, "retry budgget", plainPage())).toBe(
      `No event matches retry budgget
  “retry” alone matches 12 events.
  “budgget” alone matches no events.
  Without --kind, 1 event would match.
  Without --from/--to, no events would match.
  The current session, which was left out, holds 2 matches (--session current).
Based on 3 sessions, up to date as of 2026-05-04 09:00 UTC.`,
    );
  });

  test("says so when no session is visible at all", () => {
    const empty = coverage({ sessions: { indexed: 0, known: 0 } });
    const text = printSearch({ ...none, coverage: empty }, "retry", plainPage());
    expect(text).toContain("No session belongs to this workspace");
    expect(text).toContain("--all");
  });

  test("always says that the index is incomplete", () => {
    const partial = coverage({ state: "partial", sessions: { indexed: 2, known: 3 } });
    expect(printSearch({ ...none, coverage: partial }, "retry", plainPage())).toContain("Based on 2 of 3 sessions");
    const failed = coverage({ state: "error" });
    expect(printSearch({ ...none, coverage: failed }, "retry", plainPage(500))).toContain(
      "could not be brought up to date",
    );
  });
});
