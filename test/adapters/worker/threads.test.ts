import { readdirSync } from "node:fs";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { openWorkerHistory, type WorkerHistoryOptions } from "../../../src/adapters/worker/open-worker-history.ts";
import type { Caller } from "../../../src/domain/use-cases/history.ts";
import { failureOf } from "./failure-of.ts";
import type { FragileData, FragileQuery } from "./fragile-thread.ts";
import { nothingFound } from "./scripted-history.ts";

/** The client over real threads that misbehave on request (`fragile-thread.ts`). */

const caller: Caller = { cwd: "/home/ada" };
const CYCLES = process.env["LONG"] ? 100 : 25;
const STOPPED = "The history worker stopped before it answered: ask again.";

function openFragile(
  thread: WorkerOptions & { readonly workerData?: FragileData } = {},
  more: Partial<WorkerHistoryOptions> = {},
) {
  const exitCodes: number[] = [];
  const history = openWorkerHistory({
    createWorker: () => {
      const worker = new Worker(new URL("./fragile-thread.ts", import.meta.url), { stderr: true, ...thread });
      worker.on("exit", (code) => exitCodes.push(code));
      return worker;
    },
    options: {},
    shutdownMs: 30_000,
    ...more,
  });
  return { history, exitCodes, search: (query: FragileQuery | "lost") => history.search({ query }, caller) };
}

describe("a worker that", () => {
  test.each([
    ["throws from a timer", "throw", "thrown in a timer", 1],
    ["leaves a rejection unhandled", "reject", "handled by nobody", 1],
    ["exits", "exit", "The worker exited with code 7.", 7],
    ["runs out of memory", "grow", "memory limit", 1],
  ] as const)("%s fails its pending calls and is replaced by the next one", async (_, query, cause, exitCode) => {
    const { history, exitCodes, search } = openFragile({ resourceLimits: { maxOldGenerationSizeMb: 32 } });
    const pending = [search("wait"), search("wait"), search(query)];
    for (const call of pending) {
      const failure = await failureOf(call);
      expect(failure).toMatchObject({ code: "IndexUnavailable", message: STOPPED });
      expect((failure.cause as Error).message).toContain(cause);
    }
    expect(await search("lost")).toEqual(nothingFound);
    await history.close();
    expect(exitCodes).toEqual([exitCode, 0]);
  });

  test("cannot be loaded is tried three times, and the process lives on", async () => {
    const { history, search } = openFragile(
      {},
      { createWorker: () => new Worker(new URL("./no-such-thread.ts", import.meta.url)) },
    );
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await failureOf(search("lost"))).toMatchObject({ code: "IndexUnavailable", message: STOPPED });
    }
    expect((await failureOf(search("lost"))).message).toMatch(/three times within a minute/);
    await history.close();
  });

  test("cannot open its history says why, and stays", async () => {
    const { history, exitCodes, search } = openFragile({ workerData: { refuses: true } });
    const expected = { code: "IndexUnavailable", message: "The SQLite library cannot be loaded here." };
    expect(await failureOf(search("lost"))).toMatchObject(expected);
    expect(await failureOf(history.notices())).toMatchObject(expected);
    expect(exitCodes).toEqual([]);
    await history.close();
    expect(exitCodes).toEqual([0]);
  });

  test("is held up longer than the cap is left behind, not terminated", async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const { history, exitCodes, search } = openFragile({ workerData: { gate } }, { shutdownMs: 20 });
    await search("lost");
    const blocked = search("block");
    await history.close();
    expect(await failureOf(blocked)).toMatchObject({ code: "Cancelled" });
    expect(exitCodes).toEqual([]);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    // Terminated, it would end with code 1.
    await expect.poll(() => exitCodes, { timeout: 30_000 }).toEqual([0]);
  });
});

test(`${CYCLES} starts and closes leave no thread and no descriptor behind`, async () => {
  const cycle = async (): Promise<void> => {
    const { history, exitCodes, search } = openFragile();
    expect(await search("lost")).toEqual(nothingFound);
    await history.close();
    expect(exitCodes).toEqual([0]);
  };
  await cycle();
  const before = openResources();
  for (let turn = 0; turn < CYCLES; turn++) await cycle();
  expect(openResources()).toEqual(before);
});

/** Threads and descriptors of this process, where the system shows them. */
function openResources(): Record<string, number> | undefined {
  if (process.platform !== "linux") return undefined;
  return { threads: readdirSync("/proc/self/task").length, descriptors: readdirSync("/proc/self/fd").length };
}
