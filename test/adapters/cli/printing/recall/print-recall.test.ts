import { describe, expect, test } from "vitest";
import { printBrowsing } from "../../../../../src/adapters/cli/printing/recall/print-browsing.ts";
import { printDiscovery } from "../../../../../src/adapters/cli/printing/recall/print-discovery.ts";
import { printTranscript } from "../../../../../src/adapters/cli/printing/recall/print-transcript.ts";
import type {
  DiscoveredSession,
  RecalledMessage,
  RecalledSession,
  RecallTranscript,
} from "../../../../../src/domain/model/recall.ts";
import { colourfulPage } from "../../colourful-page.ts";
import { plainPage } from "../../plain-page.ts";
import { coverage, SESSION } from "../../sample-answers.ts";
import { widestRow } from "../../widest-row.ts";

const session: RecalledSession = {
  sessionId: SESSION,
  path: "/home/ada/.pi/agent/sessions/s.jsonl",
  name: "Tame the retry budget",
  cwd: "/home/ada/shop",
  started: "2026-05-03T10:00:00.000Z",
  lastActivity: "2026-05-03T10:22:31.123Z",
};
const based = "Based on 3 sessions, up to date as of 2026-05-04 09:00 UTC.";
const hostile = "a\u001b[31mb\u202e\u0007数据库".repeat(40);

describe("printBrowsing", () => {
  test("prints a block per session with its beginning and the command that reads it", () => {
    const sessions = [{ ...session, preview: "Where do we retry?", messageCount: 4 }];
    expect(printBrowsing({ mode: "browse", sessions, total: 7, coverage: coverage() }, plainPage(100, ["--all"]))).toBe(
      `1 of 7 sessions, latest activity first:

 1. Tame the retry budget
    2026-05-03 10:22 UTC · 4 messages
    session ${SESSION} in /home/ada/shop
    Where do we retry?
    → pi-event-recall recall read ${SESSION} --all

${based}`,
    );
  });

  test("says when there is nothing, and what may be old", () => {
    const nothing = { mode: "browse" as const, sessions: [], total: 0 };
    const empty = coverage({ sessions: { indexed: 0, known: 0 } });
    expect(printBrowsing({ ...nothing, coverage: empty }, plainPage())).toMatch(
      /^No session belongs to this workspace/,
    );
    const warned = (syncWarning: Parameters<typeof printBrowsing>[0]["syncWarning"]): string =>
      printBrowsing({ ...nothing, coverage: coverage(), ...(syncWarning && { syncWarning }) }, plainPage());
    expect(warned({ kind: "incomplete-walk" })).toContain("did not reach all of them");
    expect(warned({ kind: "sync-failed", error: "No disk.\u001b" })).toContain("brought up to date: No disk.\\x1b\n");
    expect(warned(undefined)).toBe(based);
  });
});

describe("printDiscovery", () => {
  const found: DiscoveredSession = {
    ...session,
    matchMessageId: "a1b2c3d4",
    role: "assistant",
    timestamp: "2026-05-03T10:20:00.000Z",
    snippet: "lower the retry budget to three",
    matches: [{ start: 10, end: 22 }],
    matchingMessages: 2,
  };
  const answer = {
    mode: "discovery" as const,
    sessions: [found],
    totals: { sessions: 5, messages: 9 },
    pendingSessions: 0,
    coverage: coverage(),
  };

  test("prints a block per session with its best message and the command that scrolls there", () => {
    expect(printDiscovery(answer, plainPage())).toBe(
      `5 sessions found by 9 messages, the best 1 shown (--limit shows up to 10):

 1. Tame the retry budget
    2026-05-03 10:22 UTC · 2 matching messages
    session ${SESSION} in /home/ada/shop
    assistant · 2026-05-03 10:20 UTC:
    lower the «retry budget» to three
    → pi-event-recall recall scroll ${SESSION} a1b2c3d4

${based}`,
    );
    expect(printDiscovery(answer, colourfulPage())).toContain("lower the \u001b[1mretry budget\u001b[22m to three");
  });

  test("says when nothing matches and what cannot be searched yet", () => {
    const none = { ...answer, sessions: [], totals: { sessions: 0, messages: 0 }, pendingSessions: 2 };
    expect(printDiscovery(none, plainPage())).toBe(
      `No session matches.\n\n2 sessions not searchable as a whole yet: there may be more.\n${based}`,
    );
  });
});

describe("printTranscript", () => {
  const message = (id: string, text: string, changes: Partial<RecalledMessage> = {}): RecalledMessage => ({
    id,
    role: "user",
    timestamp: "2026-05-03T10:20:00.000Z",
    text,
    ...changes,
  });
  const transcript = (changes: Partial<RecallTranscript> = {}): RecallTranscript => ({
    mode: "read",
    session,
    branchTip: "ffff0000",
    messages: [message("aaaa0001", "one\ntwo")],
    totalMessages: 1,
    forks: [],
    contentTruncated: false,
    coverage: coverage(),
    ...changes,
  });

  test("prints messages in order, with calls, results and what is not shown", () => {
    const messages = [
      message("aaaa0001", "one\ntwo", { images: 1 }),
      message("aaaa0002", "", {
        role: "assistant",
        toolCalls: [{ name: "bash", arguments: "command: ls" }],
        toolCallsOmitted: 3,
      }),
      message("aaaa0003", "gone", { role: "toolResult", toolName: "bash", isError: true, totalChars: 9000 }),
    ];
    expect(printTranscript(transcript({ messages, totalMessages: 3 }), plainPage())).toBe(
      `Tame the retry budget
session ${SESSION}
in /home/ada/shop
3 messages

● user · 2026-05-03 10:20 UTC · aaaa0001
  │ one
  │ two
  (1 image not shown)

● assistant · 2026-05-03 10:20 UTC · aaaa0002
  → bash command: ls
  (3 calls left out)

● toolResult (bash) · 2026-05-03 10:20 UTC · aaaa0003 · error
  │ gone
  (shortened from 9,000 characters)`,
    );
  });

  test("marks the gap of a long session and leads into it", () => {
    const messages = [message("aaaa0001", "first"), message("aaaa0002", "last")];
    const omitted = { at: 1, count: 40 };
    const rows = printTranscript(transcript({ messages, omitted, totalMessages: 42 }), plainPage()).split("\n");
    expect(rows[3]).toBe("2 of 42 messages");
    const gap = rows.indexOf("… 40 messages left out");
    expect(rows[gap - 2]).toBe("  │ first");
    expect(rows[gap + 1]).toBe(`→ pi-event-recall recall scroll ${SESSION} aaaa0001 --branch-tip ffff0000`);
    expect(rows.indexOf("  │ last")).toBeGreaterThan(gap);
  });

  test("leads on to both sides of a scroll, on the same branch", () => {
    const messages = [message("aaaa0001", "x"), message("aaaa0002", "y")];
    const text = printTranscript(
      transcript({ mode: "scroll", messages, before: 4, after: 6, totalMessages: 12 }),
      plainPage(),
    );
    expect(text).toContain("5 to 6 of 12 messages");
    expect(text.split("\n").slice(-2)).toEqual(
      ["aaaa0001", "aaaa0002"].map((id) => `→ pi-event-recall recall scroll ${SESSION} ${id} --branch-tip ffff0000`),
    );
    const whole = transcript({ mode: "scroll", messages, before: 0, after: 0, totalMessages: 2 });
    expect(printTranscript(whole, plainPage())).not.toContain("recall scroll");
  });

  test("has forks, an empty branch, and a state that is not ready", () => {
    const at = { sessionId: SESSION, entryId: "aaaa0001" };
    const next = { sessionId: SESSION, entryId: "aaaa0009" };
    const forks = [{ kind: "in-session" as const, at, candidates: [next, at], chosen: next }];
    const text = printTranscript(transcript({ forks, coverage: coverage({ state: "catching-up" }) }), plainPage());
    expect(text).toContain("Branches after aaaa0001:\n  → aaaa0009 (followed here)");
    expect(text).toContain("; the index is still catching up, so there may be more");
    expect(printTranscript(transcript({ messages: [], totalMessages: 0 }), plainPage())).toContain("\nno messages");
  });

  test("fits the page, whatever the session holds, and commands no terminal", () => {
    const nasty = { ...session, name: hostile, cwd: hostile, sessionId: hostile };
    const messages = [
      message(hostile, hostile, {
        role: hostile,
        toolName: hostile,
        toolCalls: [{ name: hostile, arguments: hostile }],
      }),
    ];
    for (const columns of [32, 60, 140]) {
      const text = [
        printTranscript(transcript({ session: nasty, messages }), plainPage(columns)),
        printBrowsing(
          {
            mode: "browse",
            sessions: [{ ...nasty, preview: hostile, messageCount: 1 }],
            total: 1,
            coverage: coverage(),
          },
          plainPage(columns),
        ),
      ].join("\n");
      expect(widestRow(text)).toBeLessThanOrEqual(columns);
      expect(text).not.toMatch(/[\u001b\u0007\u202e]/);
    }
  });
});
