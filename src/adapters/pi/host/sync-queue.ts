import type { Caller } from "../../../domain/use-cases/history.ts";
import type { SyncProgress } from "../../../ports/progress.ts";

type Sync = (caller: Caller, onProgress: (progress: SyncProgress) => void) => Promise<unknown>;
/** Takes how far the running sync is; undefined when it has ended. */
export type ProgressListener = (progress: SyncProgress | undefined) => void;

/** Syncs of one history, one at a time: however often one is wanted, at most one runs and one waits. */
export class SyncQueue {
  readonly #sync: Sync;
  readonly #listeners = new Set<ProgressListener>();
  #running: Promise<void> | undefined;
  #waiting: { readonly ended: Promise<void>; caller: Caller } | undefined;

  constructor(sync: Sync) {
    this.#sync = sync;
  }

  /** Wants a sync that sees every file as it is now. Resolves when one that began no earlier has ended, well or not. Never rejects. */
  request(caller: Caller): Promise<void> {
    if (this.#running === undefined) return this.#run(caller);
    this.#waiting ??= { ended: this.#runAfter(this.#running), caller };
    // The latest session is the one that somebody asks about.
    this.#waiting.caller = caller;
    return this.#waiting.ended;
  }

  /** Tells of the progress of every sync until the returned function is called. */
  follow(listener: ProgressListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #runAfter(running: Promise<void>): Promise<void> {
    await running;
    const next = this.#waiting?.caller;
    this.#waiting = undefined;
    if (next !== undefined) await this.#run(next);
  }

  #run(caller: Caller): Promise<void> {
    this.#running = this.#syncAndTell(caller);
    return this.#running;
  }

  async #syncAndTell(caller: Caller): Promise<void> {
    try {
      await this.#sync(caller, (progress) => this.#tell(progress));
    } catch {
      // The next query meets the same failure, and its caller hears of it.
    } finally {
      this.#running = undefined;
      this.#tell(undefined);
    }
  }

  #tell(progress: SyncProgress | undefined): void {
    for (const listener of this.#listeners) listener(progress);
  }
}
