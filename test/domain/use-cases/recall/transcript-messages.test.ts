import { join } from "node:path";
import { expect, test } from "vitest";
import { countCodePoints } from "../../../../src/domain/text/code-points.ts";
import { ALPHA, onEachEngine, withCase } from "../../../cases-trees/open-case.ts";
import {
  assistant,
  bash,
  branchSummary,
  compaction,
  customEntry,
  customMessage,
  label,
  message,
  sessionFile,
  type SessionEntry,
  sessionName,
  system,
  text,
  toolCall,
  toolResult,
  user,
} from "../../../support/session-file.ts";

const cwd = "/ws/alpha";

const place =
  (entries: readonly (SessionEntry | string)[], more: Partial<Parameters<typeof sessionFile>[1]> = {}) =>
  (folder: string) =>
    void sessionFile(folder, { id: "s", cwd, entries, ...more });

onEachEngine("recalled messages are", (engine) => {
  test("every role of a session, in brief and without thinking", () =>
    withCase(
      {
        engine,
        place: place([
          system("you are", { id: "sys" }),
          user([text("first"), { type: "image", mimeType: "image/png", data: "AAAA" }, text("second")], { id: "u" }),
          assistant(
            [
              { type: "thinking", thinking: "secret thought" },
              text("calling"),
              toolCall("c", "read", { path: "a.ts" }),
            ],
            {},
            { id: "a" },
          ),
          toolResult("c", "read", "no such file", { isError: true }, { id: "r" }),
          toolResult("d", "look", [{ type: "image", mimeType: "image/png", data: "AAAA" }], {}, { id: "ri" }),
          bash("ls", "a.ts", {}, { id: "b" }),
          bash("secret", "out", { excludeFromContext: true }, { id: "bx" }),
          customEntry("x", { data: 1 }, { id: "x" }),
          sessionName("Name", { id: "n" }),
          customMessage("note", "by an extension", { id: "cm" }),
          compaction("in short", "u", { id: "k" }),
          branchSummary("left behind", "a", { id: "bs" }),
          branchSummary("", "a", { id: "empty" }),
          assistant([], { stopReason: "error", errorMessage: "overloaded" }, { id: "e" }),
          toolResult("", "unnamed", "no call", {}, { id: "rn" }),
          message({ role: "oracle", content: "?" }, { id: "o" }),
          label("u", "start", { id: "l" }),
        ]),
      },
      async ({ history, folder }) => {
        const read = await history.recallRead({ sessionId: "s" }, ALPHA);
        expect(read).toMatchObject({
          mode: "read",
          session: {
            sessionId: "s",
            path: join(folder, "s.jsonl"),
            name: "Name",
            cwd,
            started: "2026-01-01T00:00:00.000Z",
            lastActivity: "2026-01-01T00:00:17.000Z",
          },
          branchTip: "l",
          totalMessages: 12,
          forks: [],
          contentTruncated: false,
          coverage: { state: "ready" },
        });
        expect(read).not.toHaveProperty("syncWarning");
        expect(read).not.toHaveProperty("omitted");
        expect(read.messages).toEqual([
          { id: "u", role: "user", timestamp: "2026-01-01T00:00:02.000Z", text: "first\nsecond", images: 1 },
          {
            id: "a",
            role: "assistant",
            timestamp: "2026-01-01T00:00:03.000Z",
            text: "calling",
            toolCalls: [{ name: "read", arguments: "path: a.ts" }],
          },
          {
            id: "r",
            role: "toolResult",
            timestamp: "2026-01-01T00:00:04.000Z",
            text: "no such file",
            toolName: "read",
            isError: true,
          },
          {
            id: "ri",
            role: "toolResult",
            timestamp: "2026-01-01T00:00:05.000Z",
            text: "",
            toolName: "look",
            images: 1,
          },
          { id: "b", role: "bashExecution", timestamp: "2026-01-01T00:00:06.000Z", text: "$ ls\na.ts" },
          { id: "bx", role: "bashExecution", timestamp: "2026-01-01T00:00:07.000Z", text: "$ secret\nout" },
          { id: "cm", role: "custom", timestamp: "2026-01-01T00:00:10.000Z", text: "by an extension\nnote" },
          { id: "k", role: "compactionSummary", timestamp: "2026-01-01T00:00:11.000Z", text: "in short" },
          { id: "bs", role: "branchSummary", timestamp: "2026-01-01T00:00:12.000Z", text: "left behind" },
          { id: "e", role: "assistant", timestamp: "2026-01-01T00:00:14.000Z", text: "overloaded", isError: true },
          {
            id: "rn",
            role: "toolResult",
            timestamp: "2026-01-01T00:00:15.000Z",
            text: "no call",
            toolName: "unnamed",
          },
          { id: "o", role: "oracle", timestamp: "2026-01-01T00:00:16.000Z", text: "" },
        ]);
        expect(JSON.stringify(read)).not.toContain("secret thought");
      },
    ));

  test("long texts under one cap of 50,000 characters in all, short ones whole", () => {
    const long = "𝒳y".repeat(30_000);
    const entries = [user("short", { id: "a" }), user(long, { id: "b" }), user(`${long}!`, { id: "c" })];
    return withCase({ engine, place: place(entries) }, async ({ history }) => {
      const read = await history.recallRead({ sessionId: "s" }, ALPHA);
      expect(read.contentTruncated).toBe(true);
      const [short, one, other] = read.messages;
      expect(short).toMatchObject({ text: "short" });
      expect(short).not.toHaveProperty("totalChars");
      expect(one).toMatchObject({ totalChars: 60_000 });
      expect(other).toMatchObject({ totalChars: 60_001 });
      expect(one?.text).toMatch(/^𝒳y𝒳y.*characters omitted.*𝒳y$/s);
      expect(other?.text.endsWith("y!")).toBe(true);
      const shown = read.messages.map((entry) => countCodePoints(entry.text));
      const total = shown.reduce((sum, points) => sum + points, 0);
      expect(total).toBeLessThanOrEqual(50_000);
      expect(total).toBeGreaterThan(49_900);
      expect(shown[1]).toBe(shown[2]);
      expect(read.messages.every((entry) => entry.text.isWellFormed())).toBe(true);
    });
  });

  test("hundreds of tool calls within the budget", () => {
    const calls = Array.from({ length: 600 }, (_, at) => toolCall(`c${at}`, "write", { content: "x".repeat(500) }));
    const entries = [assistant([text("all at once"), ...calls], {}, { id: "a" })];
    return withCase({ engine, place: place(entries) }, async ({ history }) => {
      const [shown] = (await history.recallRead({ sessionId: "s" }, ALPHA)).messages;
      expect(shown?.text).toBe("all at once");
      expect(shown?.toolCalls?.[0]?.arguments).toHaveLength(240);
      expect((shown?.toolCalls?.length ?? 0) + (shown?.toolCallsOmitted ?? 0)).toBe(600);
      expect(JSON.stringify(shown?.toolCalls).length).toBeLessThan(60_000);
    });
  });
});
