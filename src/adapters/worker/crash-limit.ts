const CRASHES = 3;
const WINDOW_MS = 60_000;

/** Tells when a worker has crashed too often to be started again: three times within a minute. From then on it stays so. */
export class CrashLimit {
  readonly #now: () => number;
  #times: readonly number[] = [];

  /** `now`: milliseconds that only grow. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isReached(): boolean {
    return this.#times.length >= CRASHES;
  }

  count(): void {
    if (this.isReached) return;
    const now = this.#now();
    this.#times = [...this.#times.filter((time) => now - time < WINDOW_MS), now];
  }
}
