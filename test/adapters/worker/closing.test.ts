import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createInProcessWorker } from "../../../src/adapters/worker/in-process-worker.ts";
import { openWorkerHistory, type WorkerHistory } from "../../../src/adapters/worker/open-worker-history.ts";
import type { Caller, History } from "../../../src/domain/use-cases/history.ts";
import { failureOf } from "./failure-of.ts";
import { coverage, nothingFound, scriptedHistory, untilAborted } from "./scripted-history.ts";

const caller: Caller = { cwd: "/home/ada" };

function openScript(methods: Partial<History>, shutdownMs = 10_000): { history: WorkerHistory; exitCodes: number[] } {
  const exitCodes: number[] = [];
  const createWorker = () => {
    const worker = createInProcessWorker(async () => ({ history: scriptedHistory(methods), notices: [] }));
    worker.on("exit", (code) => exitCodes.push(code));
    return worker;
  };
  return { history: openWorkerHistory({ createWorker, options: {}, shutdownMs }), exitCodes };
}

describe("close", () => {
  test("cancels what runs, closes the history only then, and waits for the exit", async () => {
    const order: string[] = [];
    const { history, exitCodes } = openScript({
      search: async () => nothingFound,
      sync: async (_caller, options) => {
        options?.onProgress?.({ files: 1, filesDone: 0, bytes: 1, bytesDone: 0 });
        await untilAborted(options?.signal).catch(() => undefined);
        order.push("batch begun");
        await setImmediate();
        order.push("batch ended");
        return coverage;
      },
      close: async () => void order.push("closed"),
    });
    const begun = Promise.withResolvers<unknown>();
    const sync = history.sync(caller, { onProgress: begun.resolve });
    await begun.promise;
    await history.close();
    expect(order).toEqual(["batch begun", "batch ended", "closed"]);
    expect(exitCodes).toEqual([0]);
    // What was answered on the way out still arrives.
    expect(await sync).toEqual(coverage);
  });

  test("a second time is the same, and later calls and starts do nothing", async () => {
    let closed = 0;
    const { history, exitCodes } = openScript({ search: async () => nothingFound, close: async () => void closed++ });
    await history.search({ query: "lost" }, caller);
    await Promise.all([history.close(), history.close()]);
    await history.close();
    const message = "The history is closed.";
    expect(await failureOf(history.search({ query: "lost" }, caller))).toMatchObject({
      code: "IndexUnavailable",
      message,
    });
    history.start();
    expect(await failureOf(history.notices())).toMatchObject({ code: "IndexUnavailable", message });
    expect([closed, exitCodes]).toEqual([1, [0]]);
  });

  test("before anything was asked starts no worker, then or later", async () => {
    let workers = 0;
    const createWorker = () => {
      workers++;
      return createInProcessWorker(async () => ({ history: scriptedHistory({}), notices: [] }));
    };
    const history = openWorkerHistory({ createWorker, options: {} });
    await history.close();
    history.start();
    expect((await failureOf(history.notices())).code).toBe("IndexUnavailable");
    expect(workers).toBe(0);
  });

  test("while the history is still being opened closes it afterwards", async () => {
    const opening = Promise.withResolvers<void>();
    const order: string[] = [];
    const history = openWorkerHistory({
      createWorker: () =>
        createInProcessWorker(async () => {
          order.push("opening");
          await opening.promise;
          order.push("opened");
          return { history: scriptedHistory({ close: async () => void order.push("closed") }), notices: [] };
        }),
      options: {},
      shutdownMs: 10_000,
    });
    const call = history.search({ query: "lost" }, caller);
    await expect.poll(() => order).toEqual(["opening"]);
    const closing = history.close();
    // Two turns of the event loop: the host has the message.
    await setImmediate();
    await setImmediate();
    opening.resolve();
    expect(await failureOf(call)).toMatchObject({ code: "Cancelled" });
    await closing;
    expect(order).toEqual(["opening", "opened", "closed"]);
  });

  test("waits longer than the cap for a history that is being opened: its thread may be loading a native library", async () => {
    const opening = Promise.withResolvers<void>();
    const order: string[] = [];
    const history = openWorkerHistory({
      createWorker: () =>
        createInProcessWorker(async () => {
          order.push("opening");
          await opening.promise;
          return { history: scriptedHistory({}), notices: [] };
        }),
      options: {},
      shutdownMs: 1,
    });
    history.start();
    await expect.poll(() => order).toEqual(["opening"]);
    const closing = history.close().then(() => order.push("closed"));
    await setTimeout(50);
    order.push("opened");
    opening.resolve();
    await closing;
    expect(order).toEqual(["opening", "opened", "closed"]);
  });

  test("that fails is logged, and the host leaves all the same", async () => {
    const logged: unknown[] = [];
    const failure = new Error("busy");
    const exitCodes: number[] = [];
    const history = openWorkerHistory({
      createWorker: () => {
        const worker = createInProcessWorker(async () => ({
          history: scriptedHistory({ close: () => Promise.reject(failure) }),
          notices: [],
          diagnostics: { warn: () => {}, error: (message, facts) => logged.push([message, facts]) },
        }));
        worker.on("exit", (code) => exitCodes.push(code));
        return worker;
      },
      options: {},
      shutdownMs: 10_000,
    });
    await history.notices();
    await history.close();
    expect(exitCodes).toEqual([0]);
    expect(logged).toEqual([["The history could not be closed.", { error: failure }]]);
  });

  test("does not wait longer than the cap, and rejects what is still pending", async () => {
    const release = Promise.withResolvers<void>();
    const { history, exitCodes } = openScript(
      {
        search: async () => {
          await release.promise;
          return nothingFound;
        },
      },
      20,
    );
    const search = history.search({ query: "lost" }, caller);
    await history.notices();
    await history.close();
    expect(exitCodes).toEqual([]);
    expect(await failureOf(search)).toMatchObject({
      code: "Cancelled",
      message: "The history was closed before it answered.",
    });
    // Left to itself, not terminated: it stops as soon as it can.
    release.resolve();
    await expect.poll(() => exitCodes).toEqual([0]);
  });
});
