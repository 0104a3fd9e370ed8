import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { openHistory } from "../../src/container.ts";
import { parseEventQuery } from "../../src/domain/query/parse-event-query.ts";
import type { EventSearchRequest, History } from "../../src/domain/use-cases/history.ts";
import { piScript, searchableText, searchQuery } from "../support/pi-session-arbitraries.ts";
import { buildPiSession, continuePiSession } from "../support/pi-sessions.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { readNaively, searchNaively } from "./naive-search.ts";

const CALLER = { cwd: "/home/ada/payments", everything: true } as const;
const RUNS = process.env["LONG"] ? 1_000 : 60;

/** What can happen to the session files between two syncs. Numbers choose a file or a line, modulo how many there are. */
const file = fc.nat(20);
const line = fc.nat(40);
const callId = fc.constantFrom("call_0", "call_1");
const edit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("create" as const), script: piScript({ maxLength: 14 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("continue" as const),
      file,
      script: piScript({ maxLength: 4, forkDepth: 0 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("append" as const), file, text: searchableText }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("call" as const),
      file,
      callId,
      text: fc.constantFrom("ls", "pi-event-recall search retry"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("result" as const), file, callId, text: searchableText }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("branch" as const), file, line, text: searchableText }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("repeat" as const), file, line, text: searchableText }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("cut" as const), file, line }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("tear" as const), file }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("remove" as const), file }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("sync" as const) }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

const request: fc.Arbitrary<EventSearchRequest> = fc.record(
  {
    query: searchQuery,
    kinds: fc.subarray(["user.text", "tool.result", "assistant.text", "session.name"]),
    roles: fc.subarray(["user", "toolResult", "bashExecution"]),
    errorOnly: fc.boolean(),
    branchStates: fc.subarray(["selected", "alternate"]),
    selectionStates: fc.subarray(["direct", "summarized", "not-selected"]),
    time: fc.constantFrom({ from: "2026-01-01" }, { to: "2026-01-01T00:00:10Z" }),
    limit: fc.constantFrom(1, 3, 10, 50),
  },
  { requiredKeys: ["query"] },
);

function applyEdit(folder: string, change: Edit, serial: number): void {
  const files = readdirSync(folder).sort();
  if (change.type === "create") {
    buildPiSession(folder, change.script, { seed: `s${serial}`, start: `2026-01-0${(serial % 9) + 1}T00:00:00.000Z` });
    return;
  }
  if (change.type === "sync" || files.length === 0) return;
  const path = join(folder, files[change.file % files.length] as string);
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const entries = lines.slice(1).map((text) => JSON.parse(text || "{}") as { id: string; type: string });
  const parentId = entries.at(-1)?.id ?? null;
  const append = (message: object, id = `new${serial}`, parent = parentId) => {
    const timestamp = `2026-02-01T00:00:${String(serial % 60).padStart(2, "0")}Z`;
    appendFileSync(path, `${JSON.stringify({ type: "message", id, parentId: parent, timestamp, message })}\n`);
  };
  const chosen = "line" in change ? entries[change.line % Math.max(1, entries.length)]?.id : undefined;
  switch (change.type) {
    case "remove":
      return rmSync(path);
    case "continue":
      return continuePiSession(path, change.script, { seed: `c${serial}` });
    case "append":
      return append({ role: "user", content: change.text });
    case "call": {
      const call = { type: "toolCall", id: change.callId, name: "bash", arguments: { command: change.text } };
      return append({ role: "assistant", content: [call] });
    }
    case "result": {
      const content = [{ type: "text", text: change.text }];
      return append({ role: "toolResult", toolCallId: change.callId, toolName: "bash", content, isError: false });
    }
    case "branch":
      return append({ role: "user", content: change.text }, `new${serial}`, chosen ?? null);
    case "repeat":
      return append({ role: "user", content: change.text }, chosen, null);
    case "tear":
      return appendFileSync(path, "\n");
    case "cut":
      return writeFileSync(path, `${lines.slice(0, 1 + (change.line % lines.length)).join("\n")}\n`);
  }
}

/** Answers without the time of the last walk, which is the one thing that may differ. */
async function answers(history: History, requests: readonly EventSearchRequest[]): Promise<string> {
  const collected: unknown[] = [];
  for (const item of requests) {
    const answer = await history.search(item, CALLER).catch((error: Error) => ({ failed: error.message, hits: [] }));
    collected.push(answer);
    for (const { sessionId, entryId } of answer.hits.slice(0, 3)) {
      collected.push(await history.read({ sessionId, entryId, before: 2, after: 2 }, CALLER));
      collected.push(await history.trace({ sessionId, entryId, depth: 2 }, CALLER));
      collected.push(await history.lineage({ sessionId }, CALLER));
    }
  }
  return JSON.stringify(collected, (key, value) => (key === "lastCompleteWalk" ? undefined : value), 1);
}

/** With `stagedBytes` 1 every file that has to be read whole is rebuilt beside its rows. */
const open = async (folder: string, engine: "fts5" | "memory", stagedBytes = 1_000_000): Promise<History> =>
  (await openHistory({ sessions: [folder], engine, index: "memory", log: false, stagedBytes })).history;

describe("whole answers", () => {
  it("are the same on both engines after any history of edits, equal a fresh index's, and agree with a scan from scratch", async () => {
    const sizes: number[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 12, size: "max" }),
        fc.array(request, { minLength: 1, maxLength: 4, size: "max" }),
        async (edits, requests) =>
          withTemporaryFolder(async (folder) => {
            const histories = [
              await open(folder, "fts5"),
              await open(folder, "memory"),
              await open(folder, "fts5", 1),
              await open(folder, "memory", 1),
            ];
            for (const [serial, change] of edits.entries()) {
              applyEdit(folder, change, serial);
              if (serial % 3 === 0 || change.type === "sync")
                for (const history of histories) await history.sync(CALLER);
            }
            histories.push(await open(folder, "fts5"), await open(folder, "memory"));
            for (const history of histories) await history.sync(CALLER);
            const [expected, ...others] = await Promise.all(histories.map((history) => answers(history, requests)));
            for (const other of others) expect(other).toEqual(expected);
            for (const { query } of requests) sizes.push(await agreesWithScan(histories[0] as History, folder, query));
            for (const history of histories) await history.close();
          }),
      ),
      // A failure is shrunk for less than the test may take, so that its counterexample is printed.
      { numRuns: RUNS, interruptAfterTimeLimit: process.env["LONG"] ? 600_000 : 50_000 },
    );
    expect(Math.max(...sizes), "some runs must find something").toBeGreaterThan(3);
  });
});

async function agreesWithScan(history: History, folder: string, query: string): Promise<number> {
  let clauses: readonly (readonly string[])[];
  try {
    clauses = parseEventQuery(query).clauses.map(({ tree }) =>
      tree.type === "term" ? [tree.token] : tree.type === "phrase" ? tree.tokens : [],
    );
  } catch {
    return 0;
  }
  const naive = searchNaively(readNaively(folder), clauses);
  const answer = await history.search({ query, limit: 50 }, CALLER);
  expect(answer.totals).toEqual(naive.totals);
  expect(
    answer.hits.map((hit) => ({
      sessionId: hit.sessionId,
      entryId: hit.entryId,
      fragmentId: hit.matchingFragmentId,
      matchingFragmentCount: hit.matchingFragmentCount,
      copies: hit.copies?.count ?? 0,
    })),
  ).toEqual(naive.hits.slice(0, 50).map((hit) => ({ ...hit, copies: hit.copies.length })));
  return answer.hits.length;
}
