import { describe, expect, test } from "vitest";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import type { Coverage } from "../../../../src/domain/model/coverage.ts";
import type { EventSearchAnswer } from "../../../../src/domain/model/hit.ts";

const ready: Coverage = {
  state: "ready",
  sessions: { indexed: 18, known: 18 },
  bytes: { indexed: 900, known: 900 },
  skipped: [],
};
const nothing: EventSearchAnswer = { hits: [], totals: { events: 0, fragments: 0 }, coverage: ready };
const hit: EventSearchAnswer["hits"][number] = {
  sessionId: "s",
  cwd: "/",
  entryId: "e",
  entryType: "message",
  matchingFragmentId: "0:user.text",
  semanticKind: "user.text",
  timestamp: "",
  branchState: "selected",
  selectionState: "direct",
  snippet: "zebra",
  matchingFragmentCount: 1,
  matchOffset: 0,
};

describe("a search that found nothing", () => {
  test.each<[Partial<Coverage>, string]>([
    [{}, "No event matches. Index ready: 18 sessions."],
    [{ sessions: { indexed: 0, known: 0 } }, "No event matches. No session belongs to this workspace."],
    [
      { state: "catching-up", sessions: { indexed: 4, known: 18 }, bytes: { indexed: 300, known: 900 } },
      "No event matches. Index catching-up: 4 of 18 sessions, 33 % of the bytes; there may be more, ask again later.",
    ],
    [
      {
        state: "partial",
        skipped: [
          { reason: "malformed-line", count: 2 },
          { reason: "empty", count: 0 },
        ],
      },
      "No event matches. Index partial: 18 sessions; there may be more. Skipped: 2 malformed-line.",
    ],
    [
      { state: "error", sessions: { indexed: 1, known: 2 } },
      "No event matches. Index error: its last update failed; 1 of 2 sessions; there may be more.",
    ],
  ])("says what that rests on: %o", (coverage, line) => {
    expect(writeSearchAnswer({ ...nothing, coverage: { ...ready, ...coverage } }, "zebra")).toBe(line);
  });

  test("says what each term and each filter cost", () => {
    const noMatch = {
      clauses: [
        { text: "retry\nbudget", events: 3 },
        { text: "zebra", events: 0 },
      ],
      filters: [{ name: "kinds", events: 4 }],
      ownSession: 2,
    };
    expect(
      writeSearchAnswer({ ...nothing, noMatch, ignoredTerms: ["=>"] }, "x")
        .split("\n")
        .slice(1),
    ).toEqual([
      'Ignored, nothing in it can be searched: "=>".',
      'Events with each term alone: "retry budget" 3, "zebra" 0.',
      "Events without one filter: kinds 4.",
      'Your session was left out and has 2 matches: sessionId: "current".',
    ]);
  });

  test("names ten ignored terms and counts the others", () => {
    const ignoredTerms = Array.from({ length: 25 }, (_, at) => "=".repeat(at + 1));
    expect(writeSearchAnswer({ ...nothing, ignoredTerms }, "x")).toContain('"==========" and 15 more.');
  });
});

describe("a search that found something", () => {
  test.each<[EventSearchAnswer["totals"], number, string]>([
    [{ events: 1, fragments: 1 }, 0, "1 event found in 1 fragment; 1 shown."],
    [{ events: 9, fragments: 12 }, 0, "9 events found in 12 fragments; best 1 shown, narrow the search for others."],
    [{ events: 3, fragments: 3 }, 2, "3 events found in 3 fragments; 2 copies in forks not repeated; 1 shown."],
  ])("says how much of it is shown: %o, %d copies", (totals, count, line) => {
    const copied = count === 0 ? hit : { ...hit, copies: { count, refs: [] } };
    const [first] = writeSearchAnswer({ hits: [copied], totals, coverage: ready }, "zebra").split("\n");
    expect(first).toBe(`${line} Index ready: 18 sessions.`);
  });
});
