import type { Caller, SyncOptions } from "../../../domain/use-cases/history.ts";
import type { SyncProgress } from "../../../ports/progress.ts";
import { JoinedRuns } from "./joined-runs.ts";

type Sync = (caller: Caller, options: SyncOptions) => Promise<unknown>;
/** Takes how far the running sync is; undefined when all have ended. */
export type ProgressListener = (progress: SyncProgress | undefined) => void;

/**
 * Syncs of one history, one at a time: however often one is wanted, at most one runs and one waits. The discovery index is filled beside
 * them where somebody wants it, in the same way: building it takes far longer than a query may wait, and it gives way to syncs.
 */
export class SyncQueue {
  readonly #syncs: JoinedRuns<Caller>;
  readonly #discoveries: JoinedRuns<Caller>;
  readonly #listeners = new Set<ProgressListener>();
  #active = 0;
  #discoveryUsers = 0;

  constructor(sync: Sync) {
    const run = async (caller: Caller, options: SyncOptions): Promise<void> => {
      this.#active++;
      try {
        await sync(caller, { ...options, onProgress: (progress) => this.#tell(progress) });
      } catch {
        // The next query meets the same failure, and its caller hears of it.
      } finally {
        if (--this.#active === 0) this.#tell(undefined);
      }
    };
    this.#discoveries = new JoinedRuns((caller) => run(caller, { discovery: "only" }));
    this.#syncs = new JoinedRuns(async (caller) => {
      await run(caller, {});
      if (this.#discoveryUsers > 0) void this.#discoveries.request(caller);
    });
  }

  /** Wants a sync that sees every file as it is now. Resolves when one that began no earlier has ended, well or not. Never rejects. */
  request(caller: Caller): Promise<void> {
    return this.#syncs.request(caller);
  }

  /** The same, and resolves only when the discovery index has followed. Never rejects. */
  async requestDiscovery(caller: Caller): Promise<void> {
    await this.#syncs.request(caller);
    await this.#discoveries.request(caller);
  }

  /** Has the discovery index follow every sync, until the returned function is called. */
  includeDiscovery(): () => void {
    let isOver = false;
    this.#discoveryUsers++;
    return () => {
      if (!isOver) this.#discoveryUsers--;
      isOver = true;
    };
  }

  /** Tells of the progress of every sync until the returned function is called. */
  follow(listener: ProgressListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(progress: SyncProgress | undefined): void {
    for (const listener of this.#listeners) listener(progress);
  }
}
