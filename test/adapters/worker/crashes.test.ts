import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { createInProcessWorker } from "../../../src/adapters/worker/in-process-worker.ts";
import { openWorkerHistory, type WorkerHistoryOptions } from "../../../src/adapters/worker/open-worker-history.ts";
import type { WorkerLike } from "../../../src/adapters/worker/worker-connection.ts";
import type { Caller } from "../../../src/domain/use-cases/history.ts";
import { failureOf } from "./failure-of.ts";
import { nothingFound, scriptedHistory } from "./scripted-history.ts";

const caller: Caller = { cwd: "/home/ada" };
const STOPPED = "The history worker stopped before it answered: ask again.";
const DOWN = "The history worker stopped three times within a minute and is not started again: see the local log.";

/** A worker that answers searches unless it is `mute`, and whose events a test can raise. */
class FragileWorker implements WorkerLike {
  readonly #worker: WorkerLike;
  readonly #events = new EventEmitter();
  readonly sent: string[] = [];
  /** `ref` and `unref` since the last listener was added. */
  references: string[] = [];

  constructor(isMute: boolean, logged: unknown[]) {
    this.#worker = createInProcessWorker(async () => ({
      history: scriptedHistory({
        search: () => (isMute ? new Promise(() => {}) : Promise.resolve(nothingFound)),
      }),
      notices: [],
      diagnostics: { warn: () => {}, error: (message, facts) => logged.push([message, facts]) },
    }));
  }

  postMessage(message: { readonly m: string }): void {
    const { postMessage } = this.#worker;
    this.sent.push(message.m);
    postMessage(message);
  }

  on(event: "message" | "messageerror" | "error" | "exit", listener: (value: never) => void): void {
    this.references = [];
    this.#events.on(event, listener as (value: unknown) => void);
    this.#worker.on(event as "message", listener as (value: unknown) => void);
  }

  ref(): void {
    this.references.push("ref");
    this.#worker.ref();
  }

  unref(): void {
    this.references.push("unref");
    this.#worker.unref();
  }

  raise(event: string, value: unknown): void {
    if (!this.#events.emit(event, value)) throw new Error(`Nobody listens to ${event}.`);
  }
}

/** A history of which the first `mute` workers never answer a search. */
function openFragile(mute: number, more: Partial<WorkerHistoryOptions> = {}) {
  const workers: FragileWorker[] = [];
  const logged: unknown[] = [];
  const history = openWorkerHistory({
    createWorker: () => {
      const worker = new FragileWorker(workers.length < mute, logged);
      workers.push(worker);
      return worker;
    },
    options: {},
    shutdownMs: 10_000,
    ...more,
  });
  return { history, workers, logged, search: () => history.search({ query: "lost" }, caller) };
}

describe.each([
  ["error", new Error("boom")],
  ["messageerror", new Error("undecodable")],
  ["exit", 7],
])("after %s", (event, value) => {
  test("every pending call rejects, and the next one has a fresh worker", async () => {
    const { workers, search, history } = openFragile(1);
    const pending = [search(), search()];
    workers[0]?.raise(event, value);
    for (const call of pending) {
      expect(await failureOf(call)).toMatchObject({ code: "IndexUnavailable", message: STOPPED });
    }
    expect(await search()).toEqual(nothingFound);
    expect(workers).toHaveLength(2);
    await history.close();
  });
});

describe("a crash", () => {
  test("tells its cause to the caller, to the observer and to the log of the next worker, once", async () => {
    const restarts: unknown[] = [];
    const { workers, logged, search, history } = openFragile(1, { onRestart: (restart) => restarts.push(restart) });
    const pending = search();
    const cause = new Error("boom");
    workers[0]?.raise("error", cause);
    workers[0]?.raise("exit", 1);
    workers[0]?.raise("error", new Error("afterwards"));
    expect((await failureOf(pending)).cause).toBe(cause);
    expect(restarts).toEqual([]);
    await search();
    await search();
    expect(restarts).toEqual([{ count: 1, cause }]);
    expect(logged).toEqual([
      ["The history worker before this one stopped.", { crash: expect.stringContaining("boom") }],
    ]);
    await history.close();
  });

  test("of an idle worker restarts it as well", async () => {
    const { workers, search, history } = openFragile(0);
    await search();
    workers[0]?.raise("exit", 0);
    expect(await search()).toEqual(nothingFound);
    expect(workers).toHaveLength(2);
    await history.close();
  });

  test("the third within a minute is the last", async () => {
    const { workers, search, history } = openFragile(9, { now: () => 1000 });
    for (const turn of [0, 1, 2]) {
      const pending = search();
      const cause = new Error(`crash ${turn}`);
      workers[turn]?.raise("error", cause);
      await failureOf(pending);
    }
    expect(await failureOf(search())).toMatchObject({ code: "IndexUnavailable", message: DOWN });
    expect((await failureOf(search())).cause).toEqual(new Error("crash 2"));
    history.start();
    expect(workers).toHaveLength(3);
    await history.close();
  });

  test("counts for a minute", async () => {
    let now = 0;
    const { workers, search, history } = openFragile(9, { now: () => now });
    const times = [0, 30_000, 60_000, 89_999];
    for (const [turn, time] of times.entries()) {
      const pending = search();
      now = time;
      workers[turn]?.raise("exit", 1);
      expect(await failureOf(pending)).toMatchObject({ message: STOPPED });
    }
    now = 1_000_000;
    expect(await failureOf(search())).toMatchObject({ message: DOWN });
    await history.close();
  });

  test("of a worker that cannot even be created counts, and start keeps quiet about it", async () => {
    let attempts = 0;
    const cause = new Error("no threads left");
    const { history, search } = openFragile(0, {
      createWorker: () => {
        attempts++;
        throw cause;
      },
    });
    history.start();
    expect(await failureOf(search())).toMatchObject({ code: "IndexUnavailable", cause });
    await failureOf(search());
    expect(await failureOf(search())).toMatchObject({ message: DOWN });
    expect(attempts).toBe(3);
    await history.close();
  });

  test("while closing is not one", async () => {
    const restarts: unknown[] = [];
    const { workers, search, history } = openFragile(1, { onRestart: (restart) => restarts.push(restart) });
    const pending = search();
    const closing = history.close();
    workers[0]?.raise("error", new Error("boom"));
    workers[0]?.raise("exit", 1);
    await closing;
    expect(await failureOf(pending)).toMatchObject({ code: "Cancelled" });
    expect([workers.length, restarts]).toEqual([1, []]);
  });
});

describe("the process", () => {
  test("is kept alive from the first pending call to the last, and let go after the listeners are in place", async () => {
    const { workers, search, history } = openFragile(0);
    history.start();
    expect(workers[0]?.references).toEqual(["unref"]);
    const calls = [search(), search(), search()];
    expect(workers[0]?.references).toEqual(["unref", "ref"]);
    await Promise.all(calls);
    expect(workers[0]?.references).toEqual(["unref", "ref", "unref"]);
    await search();
    expect(workers[0]?.references).toEqual(["unref", "ref", "unref", "ref", "unref"]);
    await history.close();
  });

  test("has a worker that is told to stop once its answers cannot be understood", async () => {
    const { workers, search, history } = openFragile(1);
    const pending = search();
    workers[0]?.raise("messageerror", new Error("undecodable"));
    await failureOf(pending);
    expect(workers[0]?.sent).toEqual(["open", "ask", "stop"]);
    await history.close();
  });
});
