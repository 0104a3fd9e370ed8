import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openWorkerHistory, type WorkerHistory } from "../../src/adapters/worker/open-worker-history.ts";
import { type OpenedHistory, openHistory } from "../../src/container.ts";

/** Where a test has its session files and its index. */
export interface Place {
  /** The engine. Default `fts5`. */
  readonly engine?: "fts5" | "memory";
  readonly sessions: string;
  /** Folder of the index and of the agent directory. */
  readonly folder: string;
  /** Absolute path of the index. Default: a file in `folder`, for `fts5` only. */
  readonly index?: string;
}

export interface OpenedWorker {
  readonly history: WorkerHistory;
  /** Of the workers that have ended. */
  readonly exitCodes: readonly number[];
}

/** A history in the worker that is shipped. */
export function openInWorker(place: Place): OpenedWorker {
  const exitCodes: number[] = [];
  const createWorker = (): Worker => {
    const worker = new Worker(new URL("../../src/entries/worker.ts", import.meta.url));
    worker.on("exit", (code) => exitCodes.push(code));
    return worker;
  };
  return { history: openWorkerHistory({ createWorker, options: optionsOf(place), shutdownMs: 30_000 }), exitCodes };
}

/** The same history without a worker. */
export function openHere(place: Place): Promise<OpenedHistory> {
  return openHistory(optionsOf(place));
}

export function indexFile({ folder }: Place): string {
  return join(folder, "index.sqlite");
}

function optionsOf(place: Place) {
  const { engine = "fts5", sessions, folder, index = engine === "fts5" ? indexFile(place) : undefined } = place;
  return {
    engine,
    sessions: [sessions],
    ...(index !== undefined && { index }),
    env: { PI_CODING_AGENT_DIR: join(folder, "agent") },
  };
}
