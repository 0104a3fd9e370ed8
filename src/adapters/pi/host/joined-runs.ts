/**
 * Runs of one piece of work, one at a time: however often one is wanted, at most one runs and one waits. `work`: must not reject. The
 * latest wish is the one that a waiting run is for.
 */
export class JoinedRuns<Wish> {
  readonly #work: (wish: Wish) => Promise<void>;
  #running: Promise<void> | undefined;
  #waiting: { readonly ended: Promise<void>; wish: Wish } | undefined;

  constructor(work: (wish: Wish) => Promise<void>) {
    this.#work = work;
  }

  /** Wants a run that begins no earlier than now. Resolves when it has ended. Never rejects. */
  request(wish: Wish): Promise<void> {
    const running = this.#running;
    if (running === undefined && this.#waiting === undefined) return this.#run(wish);
    this.#waiting ??= { ended: this.#runAfter(running), wish };
    this.#waiting.wish = wish;
    return this.#waiting.ended;
  }

  async #runAfter(running: Promise<void> | undefined): Promise<void> {
    await running;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) await this.#run(waiting.wish);
  }

  #run(wish: Wish): Promise<void> {
    const run = this.#work(wish).finally(() => {
      this.#running = undefined;
    });
    this.#running = run;
    return run;
  }
}
