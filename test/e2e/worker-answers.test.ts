import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { RecallError } from "../../src/domain/model/errors.ts";
import type { Caller, EventSearchRequest, History } from "../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { openHere, openInWorker } from "./worker-threads.ts";

/** The worker that is shipped gives the answers of the history that runs in this thread. */

const sessions = fileURLToPath(new URL("../../fixtures/sessions", import.meta.url));
const callers: readonly Caller[] = [
  { cwd: "/", everything: true },
  { cwd: "/home/ada/payments", workspaces: ["/home/ada/payments"] },
  {
    cwd: "/home/ada/payments",
    workspaces: ["/home/ada/payments"],
    session: { sessionId: "019cd704-87d6-7f4c-85bf-2c8e968015aa", leafId: null },
  },
];
const searches: readonly EventSearchRequest[] = [
  { query: "retry", limit: 50 },
  { query: '"retry budget exceeded" attempts', toolNames: ["logs"] },
  { query: "migration", kinds: ["assistant.text"], branchStates: ["alternate"] },
  { query: "retry xylophone" },
  { query: "retry =>" },
  { query: '"unclosed' },
  { query: "retry", kinds: ["no.such.kind"] },
  { query: "retry", limit: 0 },
  { query: "retry", sessionId: "no-such-session" },
];

type Ask = (history: History) => Promise<unknown>;

/** The questions that a caller may ask, those about the hits of its searches among them. */
async function questionsOf(history: History, caller: Caller): Promise<Ask[]> {
  const questions: Ask[] = searches.map((request) => (asked) => asked.search(request, caller));
  questions.push(
    (asked) => asked.sessions({}, caller),
    (asked) => asked.sessions({ limit: 1 }, caller),
    (asked) => asked.status(caller),
    (asked) => asked.read({ sessionId: "no-such-session", entryId: "e1" }, caller),
  );
  const { hits } = await history.search({ query: "retry", limit: 50 }, caller);
  for (const { sessionId, entryId, matchingFragmentId: fragmentId, matchOffset: offset } of hits) {
    questions.push(
      (asked) => asked.read({ sessionId, entryId, before: 2, after: 2 }, caller),
      (asked) => asked.read({ sessionId, entryId, fragmentId, offset }, caller),
      (asked) => asked.read({ sessionId, entryId, fragmentId, offset: 1e9 }, caller),
      (asked) => asked.trace({ sessionId, entryId, depth: 2 }, caller),
      (asked) => asked.lineage({ sessionId }, caller),
    );
  }
  return questions;
}

/** An answer or a failure. What tells the time is left out: both histories have synced, one after the other. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return withoutWalkTime(structuredClone(await call));
  } catch (error) {
    expect(error).toBeInstanceOf(RecallError);
    const { code, message } = error as RecallError;
    return { code, message };
  }
}

function withoutWalkTime(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const nested of Object.values(value)) withoutWalkTime(nested);
  if ("lastCompleteWalk" in value) value.lastCompleteWalk = "some time";
  return value;
}

describe.each(["fts5", "memory"] as const)("with %s", (engine) => {
  test("every answer and every failure is the same", async () => {
    await withTemporaryFolder(async (folder) => {
      const worker = openInWorker({ engine, sessions, folder }).history;
      const here = await openHere({ engine, sessions, folder });
      for (const caller of callers) {
        expect(await outcomeOf(worker.sync(caller))).toStrictEqual(await outcomeOf(here.history.sync(caller)));
      }
      expect(await worker.notices()).toStrictEqual(here.notices);
      if (engine === "fts5") {
        const [caller] = callers as readonly [Caller];
        const expected = await outcomeOf(here.history.verify({ repair: false }, caller));
        expect(expected).toMatchObject({ ok: true });
        expect(await outcomeOf(worker.verify({ repair: false }, caller))).toStrictEqual(expected);
      }
      let failures = 0;
      let answers = 0;
      for (const caller of callers) {
        for (const ask of await questionsOf(here.history, caller)) {
          const expected = await outcomeOf(ask(here.history));
          expect(await outcomeOf(ask(worker))).toStrictEqual(expected);
          if (typeof expected === "object" && expected !== null && "code" in expected) failures++;
          else answers++;
        }
      }
      expect(failures).toBeGreaterThan(20);
      expect(answers).toBeGreaterThan(100);
      await Promise.all([worker.close(), here.history.close()]);
    });
  });
});

test("what cannot be opened is said to the caller and to the local log", async () => {
  await withTemporaryFolder(async (folder) => {
    const { history, exitCodes } = openInWorker({ sessions, folder, engine: "memory", index: join(folder, "index") });
    const failure = await history.sessions({}, { cwd: "/" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RecallError);
    expect(failure).toMatchObject({ code: "InvalidConfiguration", message: expect.stringContaining("memory engine") });
    expect(exitCodes).toEqual([]);
    await history.close();
    expect(exitCodes).toEqual([0]);
    const log = readFileSync(join(folder, "agent", "pi-event-recall", "log.ndjson"), "utf8");
    expect(log).toMatch(/"code":"InvalidConfiguration".*"The history could not be opened\."/);
  });
});
