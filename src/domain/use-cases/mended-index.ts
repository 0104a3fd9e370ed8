import { throwIfCancelled } from "../model/cancellation.ts";
import { RecallError } from "../model/errors.ts";
import type { SyncOptions } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";

/** Rebuilds of a damaged index in one process: a disk that damages it again and again must not keep the machine busy. */
const MAX_REBUILDS = 3;
const PUBLIC_FAILURE = "The index is damaged and could not be rebuilt: see the local log, or delete it.";

/**
 * The parts of a history whose index may fail in use. Work that meets a damaged index waits while it is built anew from the sources, work that
 * meets one in whose place another process has put another while that one is opened and brought up to date, and work that meets a refusing
 * disk while the stand-in takes over; then it is done again, once for each. Nothing else runs meanwhile, since the keys of the old index
 * name other events in the new one.
 */
export class MendedIndex {
  #parts: HistoryParts;
  #rebuilds = 0;
  #mending: Promise<void> | undefined;
  #interruption = new AbortController();
  readonly #fill: (parts: HistoryParts, options: SyncOptions) => Promise<void>;
  readonly #running = new Set<Promise<unknown>>();

  /** `fill`: reads the sources into an empty index, or into one that another process has begun. */
  constructor(parts: HistoryParts, fill: (parts: HistoryParts, options: SyncOptions) => Promise<void>) {
    this.#parts = parts;
    this.#fill = fill;
  }

  get parts(): HistoryParts {
    return this.#parts;
  }

  /** Does work on the index in force. Long work ends with `Cancelled` when `interrupt` says so, and is then done anew. */
  async use<Result>(work: (parts: HistoryParts, interrupt: AbortSignal) => Promise<Result>): Promise<Result> {
    for (let trial = 1; ; trial++) {
      while (this.#mending) await this.#mending.catch(() => undefined);
      const interruption = this.#interruption;
      try {
        return await this.#run(work(this.#parts, interruption.signal));
      } catch (error) {
        const isInterrupted = interruption.signal.aborted && error instanceof RecallError && error.code === "Cancelled";
        if (trial > MAX_REBUILDS || !(isInterrupted || isMendable(error))) throw error;
        // Whoever failed on an index that has been replaced meanwhile only tries again.
        if (!interruption.signal.aborted) this.#mend(error as RecallError);
        await this.#mended();
      }
    }
  }

  /**
   * Builds the index anew from the sources. Call outside of `use`. What a cancelled one leaves open is the next sync's. Errors: `Cancelled`,
   * `IndexUnavailable`.
   */
  async rebuild(options: SyncOptions = {}): Promise<void> {
    this.#begin(() => this.#refill(options));
    await this.#mended();
  }

  #mend(error: RecallError): void {
    this.#parts.diagnostics.error("The index failed in use.", { error });
    this.#begin(async () => {
      let reason = error;
      for (let trial = 1; trial <= MAX_REBUILDS && this.#mayRefill(reason); trial++) {
        try {
          return await this.#refill({});
        } catch (cause) {
          this.#parts.diagnostics.error("The index could not be rebuilt.", { error: cause });
          if (!isMendable(cause)) break;
          reason = cause as RecallError;
        }
      }
      await this.#standIn(reason);
    });
  }

  /** Counts the damages: whatever replaces the file again and again is no failing disk. */
  #mayRefill({ condition }: RecallError): boolean {
    return condition === "replaced" || (condition === "damaged" && this.#rebuilds++ < MAX_REBUILDS);
  }

  async #refill(options: SyncOptions): Promise<void> {
    throwIfCancelled(options.signal);
    await this.#parts.store.reset();
    await this.#fill(this.#parts, options);
  }

  async #standIn(error: RecallError): Promise<void> {
    const { openStandIn, store: failed, ...rest } = this.#parts;
    if (openStandIn === undefined) {
      if (error.condition !== "damaged") throw error;
      throw new RecallError("IndexUnavailable", PUBLIC_FAILURE, { cause: error });
    }
    const { notice, ...standIn } = await openStandIn(error);
    try {
      await failed.close();
    } catch (cause) {
      this.#parts.diagnostics.warn("The failed index could not be closed.", { error: cause });
    }
    this.#parts = { ...rest, ...standIn, notices: [...(rest.notices ?? []), notice] };
    await this.#fill(this.#parts, {});
  }

  #mended(): Promise<void> {
    return this.#mending ?? Promise.resolve();
  }

  /** Has everything that runs end first. */
  #begin(replace: () => Promise<void>): void {
    const before = this.#mending ?? Promise.resolve();
    this.#interruption.abort();
    this.#interruption = new AbortController();
    const mending = before
      .catch(() => undefined)
      .then(() => Promise.allSettled(this.#running))
      .then(replace)
      .finally(() => {
        if (this.#mending === mending) this.#mending = undefined;
      });
    this.#mending = mending;
    mending.catch(() => undefined);
  }

  async #run<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }
}

function isMendable(error: unknown): boolean {
  return error instanceof RecallError && error.condition !== undefined;
}

/** The options with a signal that an interruption aborts as well. */
export function interruptible<Options extends SyncOptions>(
  options: Options,
  interrupt: AbortSignal,
): Options & { readonly signal: AbortSignal } {
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, interrupt]) : interrupt };
}
