import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  assistant,
  bash,
  compaction,
  label,
  sessionFile,
  type SessionEntry,
  text,
  toolCall,
  toolResult,
  user,
} from "../support/session-file.ts";
import { ALPHA, onEachEngine, withCase } from "./open-case.ts";

const cwd = "/ws/alpha";
const inside = (sessionId: string, invokedBy?: string) => ({
  ...ALPHA,
  session: { sessionId, ...(invokedBy !== undefined && { invokedBy }) },
});
const ids = (hits: readonly { sessionId: string; entryId: string }[]) =>
  hits.map((hit) => `${hit.sessionId}/${hit.entryId}`).sort();

onEachEngine("Retrieval finds its own words (B67)", (engine) => {
  test("ordinary search gives the old fact only; naming the tool opts in", () =>
    withCase({ engine, input: "retrieval-finds-itself" }, async ({ search }) => {
      const caller = inside("b67c", "t1");
      const ordinary = await search("amberkey", caller);
      expect([ids(ordinary.hits), ordinary.totals]).toEqual([["b67o/a1"], { events: 1, fragments: 1 }]);
      const elsewhere = await search("amberkey");
      expect(ids(elsewhere.hits)).toEqual(["b67c/u1", "b67o/a1"]);
      const named = await search({ query: "amberkey", toolNames: ["event_search"] });
      expect(ids(named.hits)).toEqual(["b67c/t1", "b67c/t2"]);
      expect((await search({ query: "amberkey", toolNames: ["event_search"] }, caller)).hits).toEqual([]);
      const others = await search({ query: "amberkey", toolNames: ["event_read", "bash"] });
      expect([others.hits, others.noMatch?.filters]).toEqual([[], [{ name: "toolNames", events: 2 }]]);
    }));

  test("the current session answers when it is named, up to the invoking call", () =>
    withCase({ engine, input: "retrieval-finds-itself" }, async (opened) => {
      const caller = inside("b67c", "t1");
      for (const sessionId of ["current", "b67c"]) {
        expect(ids((await opened.search({ query: "amberkey", sessionId }, caller)).hits)).toEqual(["b67c/u1"]);
        const tools = { query: "amberkey", sessionId, toolNames: ["event_search"] };
        expect((await opened.search(tools, caller)).hits).toEqual([]);
        expect((await opened.read(sessionId, "u1", { after: 10 }, caller)).after).toEqual([]);
        expect((await opened.read(sessionId, "u1", { after: 10, order: "append" }, caller)).after).toEqual([]);
        expect((await opened.trace(sessionId, "u1", 2, caller)).children).toEqual([]);
        for (const entryId of ["t1", "t2"]) {
          await expect(opened.read(sessionId, entryId, {}, caller)).rejects.toMatchObject({ code: "NotFound" });
          await expect(opened.trace(sessionId, entryId, 1, caller)).rejects.toMatchObject({ code: "NotFound" });
        }
      }
      const past = inside("b67c", "t2");
      expect((await opened.trace("current", "t1", 2, past)).related).toEqual([]);
      expect((await opened.read("current", "t1", {}, past)).event.entryId).toBe("t1");
      const without = inside("b67c");
      expect((await opened.trace("current", "t1", 1, without)).related).toMatchObject([{ node: { entryId: "t2" } }]);
    }));

  test("where only the caller's own session matches, the answer says how to search it", () =>
    withCase({ engine, input: "retrieval-finds-itself" }, async ({ search }) => {
      const caller = inside("b67c", "t1");
      const answer = await search('"what was"', caller);
      expect([answer.hits, answer.noMatch?.ownSession]).toEqual([[], 1]);
      expect((await search('"amberkey amberkey"', caller)).noMatch?.ownSession).toBeUndefined();
    }));

  const own: readonly [string, string, readonly SessionEntry[]][] = [
    [
      "event_read",
      "event_read",
      [
        assistant([toolCall("c", "event_read", { sessionId: "s", entryId: "cobaltkey" })]),
        toolResult("c", "event_read", "cobaltkey cobaltkey"),
      ],
    ],
    [
      "event_trace with an error",
      "event_trace",
      [
        assistant([toolCall("c", "event_trace", { entryId: "cobaltkey" })]),
        toolResult("c", "event_trace", "cobaltkey unknown", { isError: true }),
      ],
    ],
    [
      "session_search",
      "session_search",
      [
        assistant([toolCall("c", "session_search", { query: "cobaltkey" })]),
        toolResult("c", "session_search", "cobaltkey"),
      ],
    ],
    [
      "a shell call of the command line",
      "bash",
      [
        assistant([toolCall("c", "bash", { command: "cd /x && npx pi-event-recall search cobaltkey" })]),
        toolResult("c", "bash", "1. cobaltkey"),
      ],
    ],
    ["a person's shell command", "bash", [bash("pi-event-recall search cobaltkey", "cobaltkey is 7")]],
    [
      "a script that called one of the tools",
      "codemode",
      [
        assistant([toolCall("c", "event_search", { query: "cobaltkey" })]),
        toolResult("c", "codemode", "cobaltkey", {
          nestedCalls: { calls: [{ id: "c/1", name: "event_search", arguments: { query: "x" } }] },
        }),
      ],
    ],
  ];

  test.each(own)("%s is no evidence unless its tool is named", (_, toolName, entries) =>
    withCase(
      { engine, place: (folder) => void sessionFile(folder, { id: "own", cwd, entries }) },
      async ({ search, read }) => {
        const answer = await search("cobaltkey");
        expect([answer.hits, answer.totals.fragments]).toEqual([[], 0]);
        expect((await search({ query: "cobaltkey", toolNames: [toolName] })).hits.length).toBeGreaterThan(0);
        expect((await search({ query: "cobaltkey", kinds: ["tool.result", "tool.call"] })).hits).toEqual([]);
        expect((await read("own", "e1")).fragments[0]?.preview.text).toContain("cobaltkey");
      },
    ),
  );

  test("a mere mention of the command or of a tool is ordinary history", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "mention",
            cwd,
            entries: [
              user("does event_search know cobaltkey"),
              assistant([
                text("event_read would show cobaltkey"),
                toolCall("c", "bash", { command: "ls pi-event-recall # cobaltkey" }),
              ]),
              toolResult("c", "bash", "cobaltkey README.md"),
            ],
          }),
      },
      async ({ search }) => expect((await search("cobaltkey")).totals).toEqual({ events: 3, fragments: 4 }),
    ));

  test("what the caller inherited counts as its own, in the parent's file and in a sibling's", () =>
    withCase(
      {
        engine,
        place: (folder) => {
          const shared = [user("umberkey old"), user("umberkey shared")];
          const parentSession = sessionFile(folder, {
            id: "parent",
            cwd,
            entries: [...shared, user("umberkey parent only", { id: "p3" })],
          });
          sessionFile(folder, {
            id: "caller",
            cwd,
            parentSession,
            entries: [...shared, user("umberkey asked", { id: "c3" })],
          });
          sessionFile(folder, {
            id: "sibling",
            cwd,
            parentSession,
            entries: [...shared, user("umberkey sibling", { id: "s3" })],
          });
          sessionFile(folder, { id: "stranger", cwd, entries: shared });
        },
      },
      async ({ search }) => {
        const caller = inside("caller", "c3");
        expect(ids((await search("umberkey", caller)).hits)).toEqual([
          "parent/p3",
          "sibling/s3",
          "stranger/e1",
          "stranger/e2",
        ]);
        const named = await search({ query: "umberkey", sessionId: "parent" }, caller);
        expect(ids(named.hits)).toEqual(["parent/e1", "parent/e2", "parent/p3"]);
        const current = await search({ query: "umberkey", sessionId: "current" }, caller);
        expect(ids(current.hits)).toEqual(["caller/e1", "caller/e2"]);
        const shared = await search('"umberkey shared"', inside("sibling"));
        expect(ids(shared.hits)).toEqual(["stranger/e2"]);
      },
    ));

  test("labels, compactions and answers that came after the invoking call are invisible from before it", () =>
    withCase(
      {
        engine,
        place: (folder) =>
          void sessionFile(folder, {
            id: "live",
            cwd,
            entries: [
              user("start", { id: "u" }),
              label("u", "earlymark", { id: "l1" }),
              assistant(
                [toolCall("a", "bash", { command: "make" }), toolCall("b", "event_search", { query: "x" })],
                {},
                { id: "call" },
              ),
              toolResult("a", "bash", "made", {}, { id: "r" }),
              label("u", "latemark", { id: "l2" }),
              compaction("in short", "u", { id: "k" }),
            ],
          }),
      },
      async ({ read, trace, search, folder, change }) => {
        const before = inside("live", "call");
        expect((await read("current", "u", {}, before)).event.labels).toEqual(["earlymark"]);
        expect((await trace("current", "u", 2, before)).related.map((edge) => edge.node.entryId)).toEqual(["l1"]);
        const after = inside("live");
        expect((await read("current", "u", {}, after)).event.labels).toEqual(["latemark"]);
        expect((await trace("current", "u", 1, after)).related.map((edge) => edge.node.entryId)).toEqual(["l2", "k"]);
        await change(() => {
          const entry = {
            type: "session_info",
            id: "n",
            parentId: "k",
            timestamp: "2026-01-02T00:00:00Z",
            name: "made",
          };
          appendFileSync(join(folder, "live.jsonl"), `${JSON.stringify(entry)}\n`);
        });
        expect((await search({ query: "made", sessionId: "current" }, before)).hits).toEqual([]);
        expect((await search({ query: "made", sessionId: "current" }, after)).hits).toHaveLength(2);
      },
    ));
});
