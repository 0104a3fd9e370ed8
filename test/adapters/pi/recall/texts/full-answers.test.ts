import { describe, expect, test } from "vitest";
import { writePreparation } from "../../../../../src/adapters/pi/recall/texts/write-preparation.ts";
import { writeTranscript } from "../../../../../src/adapters/pi/recall/texts/write-transcript.ts";
import type { Coverage } from "../../../../../src/domain/model/coverage.ts";
import type { RecalledMessage, RecallPreparation, RecallTranscript } from "../../../../../src/domain/model/recall.ts";

const coverage: Coverage = {
  state: "ready",
  sessions: { indexed: 1, known: 1 },
  bytes: { indexed: 1, known: 1 },
  skipped: [],
};
const session = { sessionId: "s", path: "/sessions/s.jsonl", cwd: "/w", started: "2026-03-10T09:12:04.310Z" };
const timestamp = "2026-03-10T09:12:04.310Z";

const transcript = (changes: Partial<RecallTranscript> = {}): RecallTranscript => ({
  mode: "read",
  session,
  branchTip: "ffff0000",
  messages: [],
  totalMessages: 0,
  forks: [],
  contentTruncated: false,
  coverage,
  ...changes,
});
const messages = (count: number, text: string, changes: Partial<RecalledMessage> = {}): RecalledMessage[] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, role: "user", timestamp, text, ...changes }));

function expectFull(text: string): void {
  const bytes = Buffer.byteLength(text);
  const lines = text.split("\n").length;
  expect(bytes).toBeLessThan(50 * 1024);
  expect(lines).toBeLessThanOrEqual(2_000);
  // What is cut is cut as little as needed.
  expect(bytes > 47 * 1024 || lines > 1_800, `${bytes} bytes, ${lines} lines`).toBe(true);
}

describe("a transcript", () => {
  test("says which messages it shows, where the gap is, and how to scroll into it", () => {
    const text = writeTranscript(
      transcript({ messages: messages(3, "hello"), omitted: { at: 2, count: 40 }, totalMessages: 43 }),
    );
    expect(text).toContain("messages 1-2 and 43-43 of 43 on the branch with branchTip ffff0000");
    expect(text).toMatch(
      /message m1 [^\n]*\n\| hello\n\n\[40 messages left out here: scroll around message m1\]\n\nmessage m2 /,
    );
    const scroll = transcript({
      mode: "scroll",
      messages: messages(3, "hello"),
      before: 7,
      after: 9,
      totalMessages: 19,
    });
    expect(writeTranscript(scroll)).toContain("messages 8-10 of 19 on the branch");
    expect(writeTranscript(transcript())).toContain("no message of 0 on the branch");
  });

  test("tells what of a message is missing", () => {
    const [message] = messages(1, "head tail", {
      role: "toolResult",
      toolName: "bash",
      isError: true,
      totalChars: 9_000,
      images: 2,
      toolCalls: [{ name: "read", arguments: "path: a\nb" }],
      toolCallsOmitted: 4,
    });
    expect(writeTranscript(transcript({ messages: message ? [message] : [], totalMessages: 1 }))).toContain(
      [
        `message m0 toolResult bash, error, ${timestamp}`,
        "| head tail",
        "[shortened: 9000 characters in all]",
        "[2 images never returned]",
        "call read",
        "| path: a",
        "| b",
        "[4 calls left out]",
      ].join("\n"),
    );
  });

  test.each([
    ["four bytes a character", "🦓"],
    ["line feeds", "\n"],
    ["paragraph separators", "\u2029"],
  ])("of texts of %s shows the head and tail of each, by one cap", (_what, unit) => {
    const text = writeTranscript(transcript({ messages: messages(30, unit.repeat(1_600)), totalMessages: 30 }));
    expectFull(text);
    const left = [...text.matchAll(/^\[(\d+) characters left out\]$/gm)].map(([, count]) => Number(count));
    expect(left).toHaveLength(30);
    expect(new Set(left).size).toBe(1);
    expect(text.match(/^message m\d+ /gm)).toHaveLength(30);
  });

  test("of hundreds of calls keeps texts and first calls, then leaves out the last messages", () => {
    const toolCalls = Array.from({ length: 30 }, () => ({ name: "名".repeat(40), arguments: "🦓".repeat(200) }));
    const text = writeTranscript(transcript({ messages: messages(30, "kept", { toolCalls }), totalMessages: 30 }));
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(text.match(/^\| kept$/gm)).toHaveLength(30);
    expect(text).toMatch(/^call /m);
    const long = messages(41, "kept").map((message) => ({
      ...message,
      id: message.id.padEnd(1_000, "i"),
      role: "名".repeat(20),
    }));
    const full = writeTranscript(
      transcript({ messages: long.map((one) => ({ ...one, toolName: "r".repeat(80) })), totalMessages: 41 }),
    );
    expect(Buffer.byteLength(full)).toBeLessThan(50 * 1024);
  });
});

describe("a preparation", () => {
  const corpus = (changes: Partial<RecallPreparation> = {}): RecallPreparation => ({
    mode: "prepare-pattern-miner",
    scope: "all",
    sessions: [],
    inventory: { available: false, reason: "inventory-failed" },
    sync: { walkComplete: false, backlogRemaining: 3, complete: false },
    contentTruncated: true,
    coverage,
    ...changes,
  });
  const prepared = (count: number, text: string): RecallPreparation["sessions"][number] => ({
    ...session,
    lineage: "l",
    lineageSessions: 4,
    messages: messages(count, text).map(({ id }) => ({ id, role: "user" as const, timestamp, text })),
    truncated: true,
    contentTruncated: false,
  });

  test("says how complete it is and what is missing", () => {
    const unreadable = { ...prepared(0, ""), unreadable: true as const };
    const text = writePreparation(corpus({ sessions: [prepared(1, "deploy again"), unreadable] }));
    expect(text).toContain(
      "Sync incomplete, the sample is limited: the walk did not reach every file, 3 sessions still to be taken.",
    );
    expect(text).toContain("Repository inventory: none, reading it failed.");
    expect(text).toContain("1. session s lineage l, 4 sessions of one source\n");
    expect(text).toContain("   [middle messages left out]\n   message m0 user, ");
    expect(text).toContain("   [the file could not be read: no messages; middle messages left out]");
  });

  test.each([["🦓"], ["\n"]])("of texts that are too large in %j is cut by one cap, and no session goes", (unit) => {
    const sessions = Array.from({ length: 10 }, () => prepared(10, unit.repeat(500)));
    const text = writePreparation(corpus({ sessions }));
    expectFull(text);
    expect(text.match(/^\d+\. session s /gm)).toHaveLength(10);
  });

  test("of too many messages loses those in the middle of each session", () => {
    const text = writePreparation(corpus({ sessions: Array.from({ length: 10 }, () => prepared(300, "word")) }));
    expectFull(text);
    expect(text.match(/^\d+\. session s /gm)).toHaveLength(10);
    expect(text.match(/^ {3}\[\d+ messages left out, the result is full\]$/gm)).toHaveLength(10);
    expect(text.match(/^ {3}message m0 /gm)).toHaveLength(10);
    expect(text.match(/^ {3}message m299 /gm)).toHaveLength(10);
  });
});
