import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RecallError } from "../../src/domain/model/errors.ts";
import type { Caller } from "../../src/domain/use-cases/history.ts";
import { onEachEngine } from "../cases-trees/open-case.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { openWithFaults } from "./open-with-faults.ts";

const cwd = "/ws/alpha";
const CALLER: Caller = { cwd, workspaces: [cwd] };
const unreadable = () => new RecallError("SourceUnreadable", "A session file cannot be read.");

onEachEngine("Files that misbehave while they are read", (engine) => {
  test("a file that could not be read is tried again, although it has not changed since", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "good", cwd, entries: [user("needle good")] });
      const bad = sessionFile(folder, { id: "bad", cwd, entries: [user("needle bad")] });
      let isLocked = true;
      const history = openWithFaults(engine, [folder], (source) => ({
        async *lines(path, offset, options) {
          if (path === bad && isLocked) throw unreadable();
          yield* source.lines(path, offset, options);
        },
      }));
      const partial = await history.sync(CALLER);
      expect([partial.state, partial.skipped]).toEqual(["partial", [{ reason: "unreadable", count: 1 }]]);
      expect((await history.search({ query: "needle" }, CALLER)).totals.events).toBe(1);
      isLocked = false;
      const ready = await history.sync(CALLER);
      expect([ready.state, ready.skipped]).toEqual(["ready", []]);
      expect((await history.search({ query: "needle" }, CALLER)).totals.events).toBe(2);
      await history.close();
    }));

  test("a file that vanishes between the walk and its reading costs that file, and is back when it comes back unchanged", () =>
    withTemporaryFolder(async (folder) => {
      sessionFile(folder, { id: "stays", cwd, entries: [user("needle stays")] });
      const path = sessionFile(folder, { id: "goes", cwd, entries: [user("needle goes")] });
      let vanishes = true;
      const history = openWithFaults(engine, [folder], (source) => ({
        async walk(roots, options) {
          const walk = await source.walk(roots, options);
          if (vanishes) renameSync(path, `${path}.away`);
          return walk;
        },
      }));
      await history.sync(CALLER);
      expect((await history.search({ query: "needle" }, CALLER)).hits.map((hit) => hit.sessionId)).toEqual(["stays"]);
      vanishes = false;
      renameSync(`${path}.away`, path);
      expect((await history.sync(CALLER)).state).toBe("ready");
      expect((await history.search({ query: "needle" }, CALLER)).totals.events).toBe(2);
      await history.close();
    }));

  test("a file that is cut or grows while it is read leaves whole records only, and the next sync has what the file holds", () =>
    withTemporaryFolder(async (folder) => {
      const entries = Array.from({ length: 3_000 }, (_, at) => user(`needle ${at} ${"filling ".repeat(60)}`));
      const cut = sessionFile(folder, { id: "cut", cwd, entries });
      const grows = sessionFile(folder, { id: "grows", cwd, entries: [user("needle first")] });
      let isQuiet = false;
      const history = openWithFaults(engine, [folder], (source) => ({
        async *lines(path, offset, options) {
          let batches = 0;
          for await (const batch of source.lines(path, offset, options)) {
            yield batch;
            if (isQuiet || batches++ > 0) continue;
            if (path === cut) truncateSync(cut, 700_000);
            else
              appendFileSync(
                grows,
                `${JSON.stringify({ type: "message", id: "late", parentId: "e1", message: { role: "user", content: "needle late" } })}\n{"torn`,
              );
          }
        },
      }));
      await history.sync(CALLER);
      isQuiet = true;
      await history.sync(CALLER);
      const fresh = openWithFaults(engine, [folder]);
      await fresh.sync(CALLER);
      for (const query of ["needle", "late", "2999", "1200"]) {
        const answer = await history.search({ query, limit: 50 }, CALLER);
        const expected = await fresh.search({ query, limit: 50 }, CALLER);
        expect({ ...answer, coverage: 0 }).toEqual({ ...expected, coverage: 0 });
      }
      expect((await history.search({ query: "late" }, CALLER)).totals.events).toBe(1);
      await history.close();
      await fresh.close();
    }));

  test("a hit whose record changes between match and reading is left out, and the answer says that the index is behind", () =>
    withTemporaryFolder(async (folder) => {
      const path = sessionFile(folder, { id: "s", cwd, entries: [user("needle one"), user("needle two")] });
      sessionFile(folder, { id: "t", cwd, entries: [user("needle three")] });
      let change: (() => void) | undefined;
      const history = openWithFaults(engine, [folder], (source) => ({
        async record(file, offset, length) {
          change?.();
          change = undefined;
          return source.record(file, offset, length);
        },
      }));
      await history.sync(CALLER);
      change = () => void sessionFile(folder, { id: "s", cwd, entries: [user("nettle one"), user("needle two")] });
      const answer = await history.search({ query: "needle" }, CALLER);
      expect(answer.hits.map((hit) => `${hit.sessionId}/${hit.entryId}`).toSorted()).toEqual(["s/e2", "t/e1"]);
      expect(answer.coverage.state).toBe("catching-up");
      await history.sync(CALLER);
      change = () => void sessionFile(folder, { id: "s", cwd, entries: [user("nettle one"), user("needle dos")] });
      const other = await history.search({ query: "needle" }, CALLER);
      expect(
        other.hits.map((hit) => hit.sessionId),
        "another text that matches too",
      ).toEqual(["t"]);
      change = () => rmSync(path);
      const without = await history.search({ query: "needle" }, CALLER);
      expect(without.hits.map((hit) => hit.sessionId)).toEqual(["t"]);
      await history.close();
    }));

  test("an event whose canonical file is gone is shown from a copy that still holds it", () =>
    withTemporaryFolder(async (folder) => {
      const entries = [user("needle shared")];
      const parentSession = sessionFile(folder, { id: "parent", cwd, entries });
      for (const id of ["fork-a", "fork-b"]) sessionFile(folder, { id, cwd, parentSession, entries });
      const history = openWithFaults(engine, [folder]);
      await history.sync(CALLER);
      rmSync(parentSession);
      const answer = await history.search({ query: "needle" }, CALLER);
      expect(answer.hits.map((hit) => [hit.sessionId, hit.copies?.refs.map((ref) => ref.sessionId)])).toEqual([
        ["fork-a", ["fork-b"]],
      ]);
      expect(answer.coverage.state).toBe("catching-up");
      await history.close();
    }));

  test("a root that cannot be walked leaves the answer partial once the work is done, not catching up for ever", () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      sessionFile(sessions, { id: "s", cwd, entries: [user("needle")] });
      symlinkSync(join(folder, "unmounted", "disk"), join(folder, "dangling"));
      const history = openWithFaults(engine, [sessions, join(folder, "dangling")]);
      expect((await history.sync(CALLER)).state).toBe("partial");
      const answer = await history.search({ query: "nowhere" }, CALLER);
      expect([answer.hits, answer.coverage.state]).toEqual([[], "partial"]);
      await history.close();
    }));

  test("a walk that says of itself that it was not complete leaves nothing ready and takes nothing away", () =>
    withTemporaryFolder(async (folder) => {
      const path = sessionFile(folder, { id: "s", cwd, entries: [user("needle")] });
      let isComplete = false;
      const history = openWithFaults(engine, [folder], (source) => ({
        async walk(roots, options) {
          const walk = await source.walk(roots, options);
          return isComplete ? walk : { ...walk, completeRoots: [] };
        },
      }));
      expect((await history.sync(CALLER)).state).toBe("partial");
      rmSync(path);
      await history.sync(CALLER);
      expect((await history.search({ query: "needle" }, CALLER)).totals.events).toBe(1);
      isComplete = true;
      expect((await history.sync(CALLER)).state).toBe("ready");
      expect((await history.search({ query: "needle" }, CALLER)).totals.events).toBe(0);
      await history.close();
    }));

  test("times that the file system rounds or sets back do not keep a changed file from being read", () =>
    withTemporaryFolder(async (folder) => {
      const path = sessionFile(folder, { id: "s", cwd, entries: [user("oldword")] });
      const old = new Date("2020-01-01T00:00:00Z");
      const history = openWithFaults(engine, [folder]);
      await history.sync(CALLER);
      appendFileSync(
        path,
        `${JSON.stringify({ type: "message", id: "n", parentId: "e1", message: { role: "user", content: "newword" } })}\n`,
      );
      utimesSync(path, old, old);
      await history.sync(CALLER);
      expect((await history.search({ query: "newword" }, CALLER)).totals.events).toBe(1);
      writeFileSync(`${path}.new`, sessionText("other"));
      utimesSync(`${path}.new`, old, old);
      renameSync(`${path}.new`, path);
      await history.sync(CALLER);
      expect((await history.search({ query: "otherword" }, CALLER)).totals.events).toBe(1);
      expect((await history.search({ query: "newword" }, CALLER)).totals.events).toBe(0);
      await history.close();
    }));

  test("a cancelled search and a cancelled sync fail as cancelled, and what was committed goes on answering", () =>
    withTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, "more"));
      sessionFile(folder, { id: "s", cwd, entries: [user("needle")] });
      const history = openWithFaults(engine, [folder]);
      await history.sync(CALLER);
      const cancelled = AbortSignal.abort(new Error("Escape"));
      await expect(history.search({ query: "needle" }, CALLER, { signal: cancelled })).rejects.toMatchObject({
        code: "Cancelled",
      });
      await expect(history.search({ query: "nowhere" }, CALLER, { signal: cancelled })).rejects.toMatchObject({
        code: "Cancelled",
      });
      await expect(
        history.search({ query: "needle" }, { cwd: "/ws/none", workspaces: ["/ws/none"] }, { signal: cancelled }),
      ).rejects.toMatchObject({ code: "Cancelled" });
      for (let at = 0; at < 5; at++) sessionFile(folder, { id: `m${at}`, cwd, entries: [user("needle")] });
      const controller = new AbortController();
      const sync = history.sync(CALLER, {
        signal: controller.signal,
        onProgress: ({ filesDone }) => filesDone === 2 && controller.abort(),
      });
      await expect(sync).rejects.toMatchObject({ code: "Cancelled" });
      const behind = await history.search({ query: "needle" }, CALLER);
      expect([behind.hits.length > 0, behind.coverage.state]).toEqual([true, "catching-up"]);
      expect((await history.sync(CALLER)).state).toBe("ready");
      expect((await history.search({ query: "needle" }, CALLER)).totals.events).toBe(6);
      await history.close();
    }));
});

function sessionText(id: string): string {
  const header = { type: "session", version: 3, id, timestamp: "2026-01-01T00:00:00.000Z", cwd };
  const entry = { type: "message", id: "o", parentId: null, message: { role: "user", content: "otherword" } };
  return `${JSON.stringify(header)}\n${JSON.stringify(entry)}\n`;
}
