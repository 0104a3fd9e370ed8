import { type BirpcReturn, createBirpc } from "birpc";
import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import { RecallError } from "../../domain/model/errors.ts";
import type { SyncOptions } from "../../domain/use-cases/history.ts";
import type { SyncProgress } from "../../ports/progress.ts";
import type { ClientFunctions, HostFunctions, Outcome, Question } from "./protocol.ts";

/** Milliseconds that `stop` waits at most for a history that is being opened. Usually that takes a tenth of them. */
const OPENING_MS = 2000;

/** What is used of a `node:worker_threads` worker. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  on(event: "message" | "messageerror" | "error", listener: (value: unknown) => void): unknown;
  on(event: "exit", listener: (exitCode: number) => void): unknown;
  ref(): void;
  unref(): void;
}

interface PendingCall {
  readonly reject: (error: RecallError) => void;
  readonly onProgress: SyncOptions["onProgress"];
}

/**
 * One worker and the calls that wait for it. The worker keeps the process alive only while a call is pending. A worker that fails or ends
 * unasked rejects every pending call with `IndexUnavailable` and is reported once; such a connection is not used again.
 */
export class WorkerConnection {
  readonly #worker: WorkerLike;
  readonly #host: BirpcReturn<HostFunctions, ClientFunctions, false>;
  readonly #pending = new Map<number, PendingCall>();
  readonly #exited = Promise.withResolvers<void>();
  /** The host has opened its history, or failed to. */
  readonly #opened: Promise<void>;
  readonly #onCrash: (cause: unknown) => void;
  #calls = 0;
  #isOver = false;

  /** `crash`: how the worker before this one ended. */
  constructor(
    worker: WorkerLike,
    { options, crash }: { readonly options: object; readonly crash: string | undefined },
    onCrash: (cause: unknown) => void,
  ) {
    this.#worker = worker;
    this.#onCrash = onCrash;
    const functions: ClientFunctions = { progress: (id, progress) => this.#progress(id, progress) };
    this.#host = createBirpc<HostFunctions, ClientFunctions, false>(functions, {
      post: worker.postMessage.bind(worker),
      on: (listener) => void worker.on("message", listener),
      proxify: false,
      timeout: -1,
    });
    // Without a listener an error would end this process.
    worker.on("error", (error) => this.#crash(error));
    worker.on("messageerror", (error) => {
      this.#tell("stop");
      this.#crash(error);
    });
    worker.on("exit", (exitCode) => {
      this.#exited.resolve();
      this.#crash(new Error(`The worker exited with code ${exitCode}.`));
    });
    // Listening has made the worker keep the process alive, so this comes last.
    worker.unref();
    this.#opened = this.#host.$call("open", options, crash).catch(() => undefined);
  }

  /** Errors: those of the question, `Cancelled` as soon as the signal says so, `IndexUnavailable` when the worker ends. */
  async ask(question: Question, parameters: readonly unknown[], options: SyncOptions = {}): Promise<unknown> {
    const { signal, onProgress, discovery } = options;
    throwIfCancelled(signal);
    const id = ++this.#calls;
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const cancel = (): void => {
      this.#tell("cancel", id);
      reject(new RecallError("Cancelled", "The operation was cancelled.", { cause: signal?.reason }));
    };
    if (this.#pending.size === 0) this.#worker.ref();
    this.#pending.set(id, { reject, onProgress });
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const carried = { ...(onProgress && { wantsProgress: true as const }), ...(discovery && { discovery }) };
      this.#host.$call("ask", id, question, parameters, carried).then(resolve, reject);
      const outcome = await promise;
      if ("answer" in outcome) return outcome.answer;
      throw new RecallError(outcome.failure.code, outcome.failure.message);
    } catch (error) {
      throw asRecallError(error);
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#worker.unref();
    }
  }

  /**
   * Has the worker end what it does and close the history. Resolves when it has exited, or after `shutdownMs`. A worker that needs longer
   * is left to itself, not terminated: it may be in the middle of a native call, and it no longer keeps the process alive.
   * While the history is being opened it is waited for longer, though no more than two seconds: a process that ends while a thread of it loads
   * a native library is aborted by Node.js.
   * Calls still pending then reject with `Cancelled`.
   */
  async stop(shutdownMs: number): Promise<void> {
    this.#isOver = true;
    this.#tell("stop");
    const caps = [shutdownMs, Math.max(shutdownMs, OPENING_MS)].map((milliseconds) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      return { promise, timer: setTimeout(resolve, milliseconds) };
    });
    const [cap, openingCap] = caps.map(({ promise }) => promise);
    await Promise.race([this.#exited.promise, openingCap, Promise.all([cap, this.#opened])]);
    for (const { timer } of caps) clearTimeout(timer);
    this.#rejectPending(new RecallError("Cancelled", "The history was closed before it answered."));
    this.#worker.unref();
  }

  #crash(cause: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const message = "The history worker stopped before it answered: ask again.";
    this.#rejectPending(new RecallError("IndexUnavailable", message, { cause }));
    this.#onCrash(cause);
  }

  #rejectPending(error: RecallError): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#host.$close();
  }

  #progress(id: number, progress: SyncProgress): void {
    this.#pending.get(id)?.onProgress?.(progress);
  }

  /** Sends a message that has no answer. */
  #tell<Message extends "cancel" | "stop">(message: Message, ...parameters: Parameters<HostFunctions[Message]>): void {
    this.#host.$callRaw({ method: message, args: parameters, event: true }).catch(() => undefined);
  }
}

function asRecallError(error: unknown): RecallError {
  if (error instanceof RecallError) return error;
  return new RecallError(
    "IndexUnavailable",
    "The question or its answer could not be carried to or from the history worker.",
    { cause: error },
  );
}
