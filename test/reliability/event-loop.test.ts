import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import { openInWorker } from "../e2e/worker-threads.ts";
import { writeLargeSession } from "../support/large-session.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { CALLER } from "./index-content.ts";

const LONG = process.env["LONG"] !== undefined;
/** The engine in memory takes several times what it indexes. */
const SESSIONS = LONG ? { fts5: 2_000, memory: 200 } : { fts5: 120, memory: 120 };
const BYTES = LONG ? 256 * 1024 : 64 * 1024;
const PAUSE_MS = LONG ? 100 : 10;

describe.each(["fts5", "memory"] as const)("a history in a worker, %s (B79)", (engine) => {
  const count = SESSIONS[engine];

  it(`answers from what it has while ${count} sessions are indexed`, { timeout: 900_000 }, () =>
    withTemporaryFolder(async (folder) => {
      const sessions = join(folder, "sessions");
      mkdirSync(sessions);
      let entries = 0;
      let bytes = 0;
      for (let at = 0; at < count; at++) {
        const written = writeLargeSession(join(sessions, `${at}.jsonl`), { sessionId: `s${at}`, bytes: BYTES });
        entries += written.entries;
        bytes += written.bytes;
      }
      const { history } = openInWorker({ engine, sessions, folder });
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const started = performance.now();
      const begun = Promise.withResolvers<void>();
      const sync = history.sync(CALLER, { onProgress: ({ filesDone }) => filesDone >= 3 && begun.resolve() });
      const over = sync.then(() => true);
      await Promise.race([begun.promise, sync]);
      const answers: EventSearchAnswer[] = [];
      let slowest = 0;
      for (let isOver = false; !isOver; isOver = await Promise.race([over, wait(PAUSE_MS, false)])) {
        const asked = performance.now();
        answers.push(await history.search({ query: "generated", limit: 50 }, CALLER));
        slowest = Math.max(slowest, performance.now() - asked);
      }
      const coverage = await sync;
      const seconds = (performance.now() - started) / 1000;
      delay.disable();

      let before = 0;
      for (const { totals, hits, coverage: known } of answers) {
        // What was found once stays found.
        expect(totals.events).toBeGreaterThanOrEqual(before);
        before = totals.events;
        expect(hits.length).toBe(Math.min(50, totals.events));
        for (const hit of hits) expect(hit.snippet).toContain("generated");
        if (totals.events < entries) expect(known.state).toBe("catching-up");
        expect(known.sessions.indexed).toBeLessThanOrEqual(known.sessions.known);
        expect(known.bytes.indexed).toBeLessThanOrEqual(bytes);
        if (known.state === "ready") expect([totals.events, known.sessions.indexed]).toEqual([entries, count]);
      }
      expect(answers[0]?.coverage.state).toBe("catching-up");
      expect(coverage).toMatchObject({
        state: "ready",
        sessions: { indexed: count, known: count },
        bytes: { indexed: bytes, known: bytes },
      });
      expect((await history.search({ query: "generated" }, CALLER)).totals.events).toBe(entries);
      if (LONG) {
        const [longest, p99] = [delay.max / 1e6, delay.percentile(99) / 1e6];
        const partial = answers.filter((answer) => answer.coverage.state === "catching-up").length;
        const figures = { engine, bytes, seconds, answers: answers.length, partial, slowestMs: slowest };
        console.log(`event loop: ${JSON.stringify({ ...figures, delayMs: { longest, p99 } })}`);
      }
      await history.close();
    }),
  );
});
