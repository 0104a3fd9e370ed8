import { setImmediate } from "node:timers/promises";
import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import { RecallError } from "../../domain/model/errors.ts";
import type { History, SyncOptions } from "../../domain/use-cases/history.ts";
import type { Diagnostics } from "../../ports/diagnostics.ts";
import type { LogReader } from "../../ports/log-reader.ts";
import type { SyncProgress } from "../../ports/progress.ts";
import { describeFailure } from "./describe-failure.ts";
import type { CarriedOptions, HostFunctions, Outcome, Question, RecentLog } from "./protocol.ts";

export interface OpenedHistory {
  readonly history: History;
  readonly notices: readonly string[];
  /** Where the host writes what has no caller to go to. */
  readonly diagnostics?: Diagnostics;
  readonly log?: LogReader;
}

/** Opens the history with the client's options: plain data, and what they may be is the opener's affair. */
export type HistoryOpener = (options: object) => Promise<OpenedHistory>;

interface RunningCall {
  readonly controller: AbortController;
  readonly outcome: Promise<Outcome>;
}

/** The calls of one client, and the one history that answers them. */
export class HistoryHost implements HostFunctions {
  readonly #openHistory: HistoryOpener;
  readonly #report: (id: number, progress: SyncProgress) => void;
  readonly #leave: () => void;
  readonly #calls = new Map<number, RunningCall>();
  #options: object | undefined;
  #opening: Promise<OpenedHistory> | undefined;
  #isStopping = false;

  /** `report` sends progress to the client. `leave` ends the connection, once everything has stopped. */
  constructor(openHistory: HistoryOpener, report: (id: number, progress: SyncProgress) => void, leave: () => void) {
    this.#openHistory = openHistory;
    this.#report = report;
    this.#leave = leave;
  }

  async open(options: object, crash: string | undefined): Promise<void> {
    this.#options = options;
    const opened = await this.#opened().catch(() => undefined);
    if (crash !== undefined) opened?.diagnostics?.error("The history worker before this one stopped.", { crash });
  }

  async ask(
    id: number,
    question: Question,
    parameters: readonly unknown[],
    { wantsProgress, ...carried }: CarriedOptions,
  ): Promise<Outcome> {
    const controller = new AbortController();
    if (this.#isStopping) controller.abort();
    const { signal } = controller;
    const onProgress = wantsProgress && ((progress: SyncProgress) => this.#report(id, progress));
    const outcome = this.#answer(question, parameters, { ...carried, signal, ...(onProgress && { onProgress }) });
    this.#calls.set(id, { controller, outcome });
    try {
      return await outcome;
    } finally {
      this.#calls.delete(id);
    }
  }

  cancel(id: number): void {
    this.#calls.get(id)?.controller.abort();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = [...this.#calls.values()];
    for (const { controller } of running) controller.abort();
    // Nobody may still work on a history that is being closed.
    await Promise.all(running.map(({ outcome }) => outcome));
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.history.close().catch((error: unknown) => {
      opened.diagnostics?.error("The history could not be closed.", { error });
    });
    // The last answers leave before the port closes.
    await setImmediate();
    this.#leave();
  }

  async #answer(
    question: Question,
    parameters: readonly unknown[],
    options: SyncOptions & { readonly signal: AbortSignal },
  ): Promise<Outcome> {
    try {
      throwIfCancelled(options.signal);
      const { history, notices, log } = await this.#opened();
      throwIfCancelled(options.signal);
      if (question === "notices") return { answer: notices };
      if (question === "log") return { answer: readLog(log, parameters) };
      const method = history[question] as (...parameters: readonly unknown[]) => Promise<unknown>;
      return { answer: await method.call(history, ...parameters, options) };
    } catch (error) {
      return { failure: describeFailure(error) };
    }
  }

  #opened(): Promise<OpenedHistory> {
    if (this.#options === undefined) {
      return Promise.reject(new RecallError("InvalidRequest", "The history is asked before it is opened."));
    }
    this.#opening ??= this.#openHistory(this.#options).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

function readLog(log: LogReader | undefined, [count]: readonly unknown[]): RecentLog {
  if (log === undefined || typeof count !== "number") return { place: "", entries: [] };
  return { place: log.place, entries: log.recent(count) };
}
