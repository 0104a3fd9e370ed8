import { describe, expect, test } from "vitest";
import { createInProcessWorker } from "../../../src/adapters/worker/in-process-worker.ts";
import { openWorkerHistory, type WorkerHistory } from "../../../src/adapters/worker/open-worker-history.ts";
import type { HistoryOpener } from "../../../src/adapters/worker/history-host.ts";
import { RecallError } from "../../../src/domain/model/errors.ts";
import type { Caller, History } from "../../../src/domain/use-cases/history.ts";
import type { SyncProgress } from "../../../src/ports/progress.ts";
import { failureOf } from "./failure-of.ts";
import { coverage, nothingFound, scriptedHistory, untilAborted } from "./scripted-history.ts";

/** The protocol on both ends of a `MessageChannel` in this thread. */

const caller: Caller = { cwd: "/home/ada", session: { sessionId: "s1", leafId: null } };

function openWith(openHistory: HistoryOpener, options: object = {}): WorkerHistory {
  return openWorkerHistory({ createWorker: () => createInProcessWorker(openHistory), options, shutdownMs: 10_000 });
}

const openScript = (methods: Partial<History>): WorkerHistory =>
  openWith(async () => ({ history: scriptedHistory(methods), notices: [] }));

describe("a question", () => {
  test("brings the plain part of its options along", async () => {
    const carried: unknown[] = [];
    const history = openScript({
      sync: async (_caller, options = {}) => {
        const { signal, onProgress, ...plain } = options;
        carried.push([plain, signal !== undefined, onProgress !== undefined]);
        return coverage;
      },
    });
    await history.sync(caller, { discovery: true });
    await history.sync(caller, { onProgress: () => {} });
    await history.sync(caller);
    expect(carried).toStrictEqual([
      [{ discovery: true }, true, false],
      [{}, true, true],
      [{}, true, false],
    ]);
    await history.close();
  });

  test("reaches the method of its name with its request and caller, and brings the answer back", async () => {
    const calls: unknown[] = [];
    const record =
      (name: string) =>
      async (...parameters: readonly unknown[]): Promise<never> => {
        calls.push([name, ...parameters.slice(0, -1)]);
        return { answerTo: name, missing: undefined } as never;
      };
    const names = [
      "search",
      "read",
      "trace",
      "lineage",
      "sessions",
      "open",
      "status",
      "sync",
      "verify",
      "purge",
    ] as const;
    const history = openScript(Object.fromEntries(names.map((name) => [name, record(name)])));
    const entry = { sessionId: "s1", entryId: "e1" };
    const answers = [
      await history.search({ query: "lost", kinds: ["user.text"] }, caller),
      await history.read(entry, caller),
      await history.trace(entry, caller),
      await history.lineage({ sessionId: "s1" }, caller),
      await history.sessions({ limit: 3 }, caller),
      await history.open(entry, caller),
      await history.status(caller),
      await history.sync(caller),
      await history.verify({ repair: false }, caller),
      await history.purge({ all: true }, caller),
    ];
    expect(answers).toStrictEqual(names.map((name) => ({ answerTo: name, missing: undefined })));
    expect(calls).toStrictEqual([
      ["search", { query: "lost", kinds: ["user.text"] }, caller],
      ["read", entry, caller],
      ["trace", entry, caller],
      ["lineage", { sessionId: "s1" }, caller],
      ["sessions", { limit: 3 }, caller],
      ["open", entry, caller],
      ["status", caller],
      ["sync", caller],
      ["verify", { repair: false }, caller],
      ["purge", { all: true }, caller],
    ]);
    await history.close();
  });

  test("does not wait for another one", async () => {
    const syncing = Promise.withResolvers<typeof coverage>();
    const history = openScript({ search: async () => nothingFound, sync: () => syncing.promise });
    const sync = history.sync(caller);
    expect(await history.search({ query: "lost" }, caller)).toEqual(nothingFound);
    syncing.resolve(coverage);
    expect(await sync).toEqual(coverage);
    await history.close();
  });

  test("that is no plain data fails by itself", async () => {
    const history = openScript({ search: async () => nothingFound });
    const request = { query: "lost", kinds: () => [] } as never;
    expect(await failureOf(history.search(request, caller))).toMatchObject({ code: "IndexUnavailable" });
    expect(await history.search({ query: "lost" }, caller)).toEqual(nothingFound);
    await history.close();
  });

  test("whose answer cannot be copied fails", async () => {
    const history = openScript({ search: async () => ({ hits: () => [] }) as never });
    expect(await failureOf(history.search({ query: "lost" }, caller))).toMatchObject({ code: "IndexUnavailable" });
    await history.close();
  });
});

describe("a failure", () => {
  test("crosses with code and message, without its cause", async () => {
    const history = openScript({
      read: () =>
        Promise.reject(new RecallError("SourceChanged", "The file has changed.", { cause: new Error("/secret/path") })),
    });
    const failure = await failureOf(history.read({ sessionId: "s1", entryId: "e1" }, caller));
    expect(failure).toMatchObject({ code: "SourceChanged", message: "The file has changed." });
    expect(failure.cause).toBeUndefined();
    await history.close();
  });

  test("that is no RecallError crosses without its text", async () => {
    const history = openScript({ read: () => Promise.reject(new Error("/secret/path")) });
    const failure = await failureOf(history.read({ sessionId: "s1", entryId: "e1" }, caller));
    expect(failure.code).toBe("IndexUnavailable");
    expect(failure.message).not.toContain("secret");
    await history.close();
  });

  test("to open fails every call and is tried again by the next", async () => {
    let isBroken = true;
    let opened = 0;
    const history = openWith(async () => {
      if (isBroken) throw new RecallError("IndexUnavailable", "The SQLite library cannot be loaded here.");
      opened++;
      return { history: scriptedHistory({ search: async () => nothingFound }), notices: ["A notice."] };
    });
    // The first attempt is the worker's own, as soon as it starts.
    history.start();
    const message = "The SQLite library cannot be loaded here.";
    const first = [history.search({ query: "lost" }, caller), history.notices()];
    for (const call of first) expect(await failureOf(call)).toMatchObject({ code: "IndexUnavailable", message });
    isBroken = false;
    expect(await history.search({ query: "lost" }, caller)).toEqual(nothingFound);
    expect(await history.notices()).toEqual(["A notice."]);
    expect(opened).toBe(1);
    await history.close();
  });
});

describe("opening", () => {
  test("happens once, at the start, with a copy of the options", async () => {
    const opened: object[] = [];
    const options = { sessions: ["/sessions"] };
    const history = openWith(async (received) => {
      opened.push(received);
      return { history: scriptedHistory({ search: async () => nothingFound }), notices: ["A notice."] };
    }, options);
    options.sessions.push("/other");
    history.start();
    await expect.poll(() => opened).toEqual([{ sessions: ["/sessions"] }]);
    history.start();
    await Promise.all([history.search({ query: "lost" }, caller), history.search({ query: "lost" }, caller)]);
    expect(await history.notices()).toEqual(["A notice."]);
    expect(opened).toHaveLength(1);
    await history.close();
  });

  test("takes options of plain data only", () => {
    const options = { engine: () => undefined };
    const open = () => openWith(async () => ({ history: scriptedHistory({}), notices: [] }), options);
    expect(open).toThrow(expect.objectContaining({ code: "InvalidConfiguration" }));
  });
});

describe("a cancellation", () => {
  test("rejects at once and reaches the work", async () => {
    const started = Promise.withResolvers<AbortSignal | undefined>();
    const history = openScript({
      search: (_request, _caller, options) => {
        started.resolve(options?.signal);
        return untilAborted(options?.signal);
      },
    });
    const controller = new AbortController();
    const search = history.search({ query: "lost" }, caller, { signal: controller.signal });
    const signal = await started.promise;
    expect(signal?.aborted).toBe(false);
    const reason = new Error("The user pressed Escape.");
    controller.abort(reason);
    expect(await failureOf(search)).toMatchObject({ code: "Cancelled", cause: reason });
    await expect.poll(() => signal?.aborted).toBe(true);
    await history.close();
  });

  test("concerns its own call only", async () => {
    const syncing = Promise.withResolvers<typeof coverage>();
    const signals: (AbortSignal | undefined)[] = [];
    const history = openScript({
      search: (_request, _caller, options) => untilAborted(options?.signal),
      sync: (_caller, options) => {
        signals.push(options?.signal);
        return syncing.promise;
      },
    });
    const controller = new AbortController();
    const sync = history.sync(caller);
    const search = history.search({ query: "lost" }, caller, { signal: controller.signal });
    controller.abort();
    expect(await failureOf(search)).toMatchObject({ code: "Cancelled" });
    syncing.resolve(coverage);
    expect(await sync).toEqual(coverage);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    await history.close();
  });

  test("before the call starts no worker", async () => {
    let workers = 0;
    const history = openWorkerHistory({
      createWorker: () => {
        workers++;
        return createInProcessWorker(async () => ({ history: scriptedHistory({}), notices: [] }));
      },
      options: {},
    });
    const cancelled = history.search({ query: "lost" }, caller, { signal: AbortSignal.abort() });
    expect(await failureOf(cancelled)).toMatchObject({ code: "Cancelled" });
    expect(workers).toBe(0);
    await history.close();
  });

  test("leaves no listener on the signal of an answered call", async () => {
    const history = openScript({ search: async () => nothingFound });
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, parameters);
    };
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, parameters);
    };
    await history.search({ query: "lost" }, caller, { signal });
    expect(listeners).toBe(0);
    await history.close();
  });
});

test("progress arrives in order, before the answer, at the listener of its own sync", async () => {
  const steps = [0, 1, 2, 3].map((filesDone): SyncProgress => ({ files: 3, filesDone, bytes: 30, bytesDone: 0 }));
  const isListening: boolean[] = [];
  const history = openScript({
    sync: async (_caller, options) => {
      isListening.push(options?.onProgress !== undefined);
      for (const step of steps) options?.onProgress?.(step);
      return coverage;
    },
  });
  const seen: [string, SyncProgress][] = [];
  await Promise.all([
    history.sync(caller, { onProgress: (progress) => seen.push(["first", progress]) }),
    history.sync(caller),
    history.sync(caller, { onProgress: (progress) => seen.push(["third", progress]) }),
  ]);
  const of = (name: string) => seen.filter(([listener]) => listener === name).map(([, progress]) => progress);
  expect([of("first"), of("third")]).toEqual([steps, steps]);
  expect(isListening).toEqual([true, false, true]);
  await history.close();
});
