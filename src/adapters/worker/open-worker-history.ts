import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import { RecallError } from "../../domain/model/errors.ts";
import type { CallOptions, History } from "../../domain/use-cases/history.ts";
import { CrashLimit } from "./crash-limit.ts";
import type { Question, RecentLog } from "./protocol.ts";
import { WorkerConnection, type WorkerLike } from "./worker-connection.ts";

/** Milliseconds that `close` waits for the worker (design §12). */
const SHUTDOWN_MS = 100;

export interface WorkerHistoryOptions {
  /** Creates a worker that runs `serveHistory`; called again after a crash. */
  readonly createWorker: () => WorkerLike;
  /** What the worker opens its history with: plain data, taken over at once. */
  readonly options: object;
  /** Milliseconds that `close` waits for the worker. Default 100. */
  readonly shutdownMs?: number;
  /** Called when a fresh worker has taken the place of one that crashed; `count` from 1. An index in memory is empty then. */
  readonly onRestart?: (restart: { readonly count: number; readonly cause: unknown }) => void;
  /** Milliseconds that only grow. Default: the process's. */
  readonly now?: () => number;
}

/** A history in a worker thread. */
export interface WorkerHistory extends History {
  /** Starts the worker ahead of the first call, and returns at once. Without effect on a running or closed history. Never throws. */
  start(): void;
  /** What opening the history had to say. */
  notices(options?: CallOptions): Promise<readonly string[]>;
  /** The latest messages of the local log. */
  log(count: number, options?: CallOptions): Promise<RecentLog>;
}

/**
 * The client of a history in a worker. The worker starts with `start` or the first call, and keeps the process alive only while a call is
 * pending. After a crash every pending call rejects with `IndexUnavailable` and the next one starts a fresh worker; after three crashes
 * within a minute all further calls reject. Calls after `close` reject, and nothing starts a worker any more.
 * Errors: `InvalidConfiguration` where `options` are no plain data.
 */
export function openWorkerHistory(settings: WorkerHistoryOptions): WorkerHistory {
  const { createWorker, shutdownMs = SHUTDOWN_MS, onRestart, now = () => performance.now() } = settings;
  const options = copyOptions(settings.options);
  const crashes = new CrashLimit(now);
  let connection: WorkerConnection | undefined;
  let lastCrash: { readonly cause: unknown } | undefined;
  let restarts = 0;
  let closing: Promise<void> | undefined;

  const recordCrash = (cause: unknown): void => {
    connection = undefined;
    lastCrash = { cause };
    crashes.count();
  };
  const connect = (): WorkerConnection => {
    if (closing) throw new RecallError("IndexUnavailable", "The history is closed.");
    if (connection) return connection;
    if (crashes.isReached) {
      const message =
        "The history worker stopped three times within a minute and is not started again: see the local log.";
      throw new RecallError("IndexUnavailable", message, { cause: lastCrash?.cause });
    }
    const crash = lastCrash;
    try {
      const opening = { options, crash: crash && describeCrash(crash.cause) };
      connection = new WorkerConnection(createWorker(), opening, recordCrash);
    } catch (error) {
      recordCrash(error);
      throw new RecallError("IndexUnavailable", "The history worker could not be started.", { cause: error });
    }
    if (crash) onRestart?.({ count: ++restarts, cause: crash.cause });
    return connection;
  };
  const ask = async <Answer>(
    question: Question,
    parameters: readonly unknown[],
    callOptions?: CallOptions,
  ): Promise<Answer> => {
    throwIfCancelled(callOptions?.signal);
    return (await connect().ask(question, parameters, callOptions)) as Answer;
  };

  return {
    start() {
      try {
        connect();
      } catch {
        // The first call says why.
      }
    },
    notices: (callOptions) => ask("notices", [], callOptions),
    log: (count, callOptions) => ask("log", [count], callOptions),
    search: (request, caller, callOptions) => ask("search", [request, caller], callOptions),
    read: (request, caller, callOptions) => ask("read", [request, caller], callOptions),
    trace: (request, caller, callOptions) => ask("trace", [request, caller], callOptions),
    lineage: (request, caller, callOptions) => ask("lineage", [request, caller], callOptions),
    sessions: (request, caller, callOptions) => ask("sessions", [request, caller], callOptions),
    recallBrowse: (request, caller, callOptions) => ask("recallBrowse", [request, caller], callOptions),
    recallDiscover: (request, caller, callOptions) => ask("recallDiscover", [request, caller], callOptions),
    recallRead: (request, caller, callOptions) => ask("recallRead", [request, caller], callOptions),
    recallScroll: (request, caller, callOptions) => ask("recallScroll", [request, caller], callOptions),
    recallPrepare: (request, caller, callOptions) => ask("recallPrepare", [request, caller], callOptions),
    open: (request, caller, callOptions) => ask("open", [request, caller], callOptions),
    status: (caller, callOptions) => ask("status", [caller], callOptions),
    sync: (caller, callOptions) => ask("sync", [caller], callOptions),
    verify: (request, caller, callOptions) => ask("verify", [request, caller], callOptions),
    purge: (request, caller, callOptions) => ask("purge", [request, caller], callOptions),
    close: () => (closing ??= connection?.stop(shutdownMs) ?? Promise.resolve()),
  };
}

function copyOptions(options: object): object {
  try {
    return structuredClone(options);
  } catch (error) {
    const message = "A history in a worker takes options of plain data only: name an engine instead of composing one.";
    throw new RecallError("InvalidConfiguration", message, { cause: error });
  }
}

function describeCrash(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
