import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Caller, History } from "../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { indexFile, openHere, openInWorker, type Place } from "./worker-threads.ts";
import { writeManySessions } from "./write-many-sessions.ts";

/** Long syncs in the worker that is shipped: what overtakes them, what ends them, and what they leave behind. */

const caller: Caller = { cwd: "/", everything: true };
const SESSIONS = 400;

async function withManySessions(act: (place: Place) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const sessions = join(folder, "sessions");
    writeManySessions(sessions, SESSIONS);
    await act({ sessions, folder });
  });
}

/** Starts a sync and waits until it has done a few files of many. */
async function beginSync(history: History, signal?: AbortSignal): Promise<{ readonly sync: Promise<unknown> }> {
  const begun = Promise.withResolvers<void>();
  const sync = history.sync(caller, {
    ...(signal && { signal }),
    onProgress: ({ filesDone }) => filesDone >= 3 && begun.resolve(),
  });
  await Promise.race([begun.promise, sync]);
  return { sync: sync.catch((error: unknown) => error) };
}

/** What a later sync makes of an index must be what a sync of a fresh one makes. */
async function expectSameAsFresh(history: History, place: Place): Promise<void> {
  const coverage = await history.sync(caller);
  expect(coverage).toMatchObject({ state: "ready", sessions: { indexed: SESSIONS, known: SESSIONS } });
  const fresh = await openHere({ sessions: place.sessions, folder: join(place.folder, "fresh") });
  await fresh.history.sync(caller);
  for (const query of ["common", "word7x200", "filler3 filler77", "word1x1 common", "nowhere"]) {
    const [answer, expected] = await Promise.all(
      [history, fresh.history].map((asked) => asked.search({ query, limit: 50 }, caller)),
    );
    expect([answer?.hits, answer?.totals]).toEqual([expected?.hits, expected?.totals]);
  }
  const [listing, expected] = await Promise.all(
    [history, fresh.history].map((asked) => asked.sessions({ limit: SESSIONS }, caller)),
  );
  expect(listing?.sessions).toEqual(expected?.sessions);
  await fresh.history.close();
}

describe("a long sync", () => {
  test("is overtaken by queries", async () => {
    await withManySessions(async (place) => {
      const { history } = openInWorker(place);
      const { sync } = await beginSync(history);
      const order: string[] = [];
      const synced = sync.then(() => order.push("synced"));
      for (let turn = 1; turn <= 5; turn++) {
        const { coverage } = await history.search({ query: "common" }, caller);
        order.push(`searched, ${coverage.state}`);
      }
      await synced;
      expect(order).toEqual([...Array.from({ length: 5 }, () => "searched, catching-up"), "synced"]);
      await history.close();
    });
  });

  test("stops when it is cancelled, and a later one completes the index", async () => {
    await withManySessions(async (place) => {
      const { history } = openInWorker(place);
      const controller = new AbortController();
      const { sync } = await beginSync(history, controller.signal);
      controller.abort();
      expect(await sync).toMatchObject({ code: "Cancelled" });
      // The next sync begins when this one has ended: what it finds to do is what this one has left.
      const left: number[] = [];
      await history.sync(caller, { onProgress: ({ files }) => left.push(files) });
      expect(left[0]).toBeGreaterThan(0);
      await expectSameAsFresh(history, place);
      await history.close();
    });
  });

  test("ends when the history is closed, with nothing left in the write-ahead log", async () => {
    await withManySessions(async (place) => {
      const { history, exitCodes } = openInWorker(place);
      const { sync } = await beginSync(history);
      await history.close();
      expect(await sync).toMatchObject({ code: "Cancelled" });
      expect(exitCodes).toEqual([0]);
      expect(existsSync(indexFile(place))).toBe(true);
      expect(existsSync(`${indexFile(place)}-wal`)).toBe(false);
      const again = openInWorker(place).history;
      const { coverage } = await again.status(caller);
      expect(coverage.sessions.indexed).toBeLessThan(SESSIONS);
      await expectSameAsFresh(again, place);
      await again.close();
    });
  });
});

test("a cancelled search gives no answer, and the next one does", async () => {
  await withTemporaryFolder(async (folder) => {
    const sessions = join(folder, "sessions");
    writeManySessions(sessions, 5);
    const { history } = openInWorker({ sessions, folder });
    await history.sync(caller);
    const controller = new AbortController();
    const search = history.search({ query: "common" }, caller, { signal: controller.signal });
    controller.abort();
    await expect(search).rejects.toMatchObject({ code: "Cancelled" });
    expect((await history.search({ query: "common" }, caller)).totals.events).toBe(60);
    await history.close();
  });
});
