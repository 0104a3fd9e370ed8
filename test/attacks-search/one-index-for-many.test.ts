import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import type { SessionSource } from "../../src/ports/session-source.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { openWithFaults } from "./open-with-faults.ts";

const cwd = "/ws/alpha";
const CALLER: Caller = { cwd, workspaces: [cwd] };

const find = async (history: History, query = "needle"): Promise<unknown[]> => {
  const { hits, totals, coverage } = await history.search({ query, limit: 50 }, CALLER);
  return [hits.map((hit) => hit.sessionId).toSorted(), totals.events, coverage.state];
};

describe("one index file that histories with different roots share", () => {
  const share = (act: (open: (...roots: string[]) => History, folder: string) => Promise<void>): Promise<void> =>
    withTemporaryFolder(async (folder) => {
      const opened: History[] = [];
      try {
        await act((...roots) => {
          const history = openWithFaults(
            "fts5",
            roots.map((root) => join(folder, root)),
            undefined,
            { file: join(folder, "index.sqlite"), stagedBytes: 2_000 },
          );
          opened.push(history);
          return history;
        }, folder);
      } finally {
        for (const history of opened) await history.close();
      }
    });

  test("each answers from its own roots only, and neither's sync takes the other's files away", () =>
    share(async (open, folder) => {
      sessionFile(folder, { id: "one", cwd, name: "a/one.jsonl", entries: [user("needle one")] });
      sessionFile(folder, { id: "two", cwd, name: "b/two.jsonl", entries: [user("needle two")] });
      const [a, b, both] = [open("a"), open("b"), open("a", "b")];
      await a.sync(CALLER);
      await b.sync(CALLER);
      expect(await find(a)).toEqual([["one"], 1, "ready"]);
      expect(await find(b)).toEqual([["two"], 1, "ready"]);
      expect(await find(both)).toEqual([["one", "two"], 2, "ready"]);
    }));

  test.each([
    ["below a hidden folder", "home", "home/.pi/agent/sessions"],
    ["below more folders than a walk enters", "home", "home/1/2/3/4/5/6/7/8/9"],
  ])("a root %s of another root is its own", (_, outer, inner) =>
    share(async (open, folder) => {
      sessionFile(folder, { id: "outer", cwd, name: `${outer}/outer.jsonl`, entries: [user("needle outer")] });
      sessionFile(folder, { id: "inner", cwd, name: `${inner}/inner.jsonl`, entries: [user("needle inner")] });
      const [wide, narrow, both] = [open(outer), open(inner), open(outer, inner)];
      await narrow.sync(CALLER);
      await wide.sync(CALLER);
      expect(await find(narrow)).toEqual([["inner"], 1, "ready"]);
      const alone = openWithFaults("memory", [join(folder, outer)]);
      await alone.sync(CALLER);
      const [sessions, events] = await find(alone);
      expect([sessions, events]).toEqual([["outer"], 1]);
      expect((await find(wide)).slice(0, 2)).toEqual([sessions, events]);
      await both.sync(CALLER);
      expect((await find(both)).slice(0, 2)).toEqual([["inner", "outer"], 2]);
      await alone.close();
    }),
  );

  test("two histories that sync at the same time, over and over, leave what one would have made", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ file: fc.nat(3), lines: fc.integer({ min: 1, max: 4 }), branch: fc.boolean() }), {
          minLength: 2,
          maxLength: 8,
        }),
        (steps) =>
          share(async (open, folder) => {
            const [one, other] = [open("a"), open("a")];
            const last = new Map<number, string>();
            for (const [at, { file, lines, branch }] of steps.entries()) {
              const path = join(folder, "a", `${file}.jsonl`);
              if (!last.has(file))
                sessionFile(join(folder, "a"), {
                  id: `s${file}`,
                  cwd,
                  name: `${file}.jsonl`,
                  entries: [user("needle")],
                });
              for (let line = 0; line < lines; line++) {
                const parentId = branch ? "e1" : (last.get(file) ?? "e1");
                const id = `n${at}-${line}`;
                appendFileSync(
                  path,
                  `${JSON.stringify({ type: "message", id, parentId, timestamp: "2026-02-01T00:00:00Z", message: { role: "user", content: `needle ${at} ${line}` } })}\n`,
                );
                last.set(file, id);
              }
              await Promise.all([one.sync(CALLER), other.sync(CALLER), one.sync(CALLER)]);
            }
            const fresh = openWithFaults("fts5", [join(folder, "a")]);
            await fresh.sync(CALLER);
            const requests = ["needle", "0", "1 needle"].flatMap((query) => [
              { query, limit: 50 },
              { query, limit: 50, branchStates: ["alternate"] },
            ]);
            for (const request of requests) {
              const expected = await fresh.search(request, CALLER);
              for (const history of [one, other]) {
                const answer = await history.search(request, CALLER);
                expect({ ...answer, coverage: 0 }).toEqual({ ...expected, coverage: 0 });
                expect(answer.coverage.state).toBe("ready");
              }
            }
            await fresh.close();
          }),
      ),
      { numRuns: process.env["LONG"] ? 200 : 15, interruptAfterTimeLimit: 40_000 },
    ));
});

describe("searches while another history syncs the same index", () => {
  test("find all of a rewritten file or say that they are behind", () =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, "index.sqlite");
      const sessions = join(folder, "sessions");
      const write = (round: number, words: number) =>
        sessionFile(sessions, {
          id: "s",
          cwd,
          entries: Array.from({ length: words }, (_, at) =>
            user(`needle ${at} of ${round}`, { id: `r${round}-${at}` }),
          ),
        });
      const words = 300;
      write(0, words);
      let probe = async (): Promise<void> => {};
      const readSlowly = (source: SessionSource): Partial<SessionSource> => ({
        async *lines(path, offset, options) {
          for await (const batch of source.lines(path, offset, options)) {
            await probe();
            yield batch;
            await probe();
          }
        },
      });
      const writer = openWithFaults("fts5", [sessions], readSlowly, { file, stagedBytes: 1 });
      const reader = openWithFaults("fts5", [sessions], undefined, { file });
      await writer.sync(CALLER);
      let behind = 0;
      for (let round = 1; round <= 6; round++) {
        write(round, words + round);
        probe = async () => {
          const { hits, totals, coverage } = await reader.search({ query: `"of ${round}"` }, CALLER);
          if (coverage.state === "ready") expect(totals.events).toBe(words + round);
          else behind++;
          for (const hit of hits) expect(hit.snippet).toContain(`of ${round}`);
        };
        await writer.sync(CALLER);
        const after = await reader.search({ query: `"of ${round}"` }, CALLER);
        expect([after.totals.events, after.hits.length, after.coverage.state]).toEqual([words + round, 10, "ready"]);
        expect((await reader.search({ query: `"of ${round - 1}"` }, CALLER)).totals.events).toBe(0);
      }
      expect(behind).toBeGreaterThan(6);
      await writer.close();
      await reader.close();
    }));
});

describe.each(["fts5", "memory"] as const)("answers of the %s engine", (engine) => {
  test("do not depend on the order of roots, of files, or of what was there first", () =>
    withTemporaryFolder(async (folder) => {
      const roots = ["c", "a", "b"].map((name) => join(folder, name));
      for (const [at, root] of roots.entries()) {
        for (let copy = 0; copy < 3; copy++) {
          const entries = [
            user(`needle ${copy}`),
            user(`needle in ${at % 2}`, { timestamp: `2026-03-0${1 + ((at + copy) % 3)}T00:00:00Z` }),
          ];
          sessionFile(root, { id: `s${copy}`, cwd, name: `x/${at}-${copy}.jsonl`, entries });
        }
      }
      const answers: string[] = [];
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 0, 2],
        [1, 2, 0, 1],
      ]) {
        const chosen = order.map((at) => roots[at] as string);
        const history = openWithFaults(engine, chosen, (source) => ({
          walk: async (asked, options) => {
            const walk = await source.walk(asked, options);
            return { ...walk, files: order[0] === 2 ? walk.files.toReversed() : walk.files };
          },
        }));
        await history.sync(CALLER);
        const answer = await history.search({ query: "needle", limit: 50 }, CALLER);
        answers.push(JSON.stringify({ ...answer, coverage: { ...answer.coverage, lastCompleteWalk: "" } }));
        await history.close();
      }
      expect(new Set(answers).size).toBe(1);
      expect(JSON.parse(answers[0] as string).coverage.skipped).toEqual([{ reason: "duplicate-session", count: 6 }]);
    }));
});
