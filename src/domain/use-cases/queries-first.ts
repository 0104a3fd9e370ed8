import type { Clock } from "../../ports/clock.ts";
import type { SessionSource } from "../../ports/session-source.ts";

/**
 * Lets queries overtake a running sync: before it takes further lines, and in its turns, the sync waits for the queries that are being
 * answered, so each query waits for one batch of indexing at most and the sync for no query that came later.
 */
export class QueriesFirst {
  readonly #running = new Set<Promise<unknown>>();

  /** Answers a query. The work must not wait for a sync: that sync would be waiting for it. */
  async answer<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const answer = work();
    this.#running.add(answer);
    try {
      return await answer;
    } finally {
      this.#running.delete(answer);
    }
  }

  /** The source as a sync should read it. */
  giveWay(source: SessionSource): SessionSource {
    const wait = (): Promise<void> => this.#wait();
    return {
      walk: (roots, options) => source.walk(roots, options),
      async *lines(path, offset, options) {
        for await (const batch of source.lines(path, offset, options)) {
          await wait();
          yield batch;
        }
      },
      record: (path, offset, length) => source.record(path, offset, length),
      bytes: (path, offset, length) => source.bytes(path, offset, length),
      look: (path) => source.look(path),
    };
  }
  /** The clock as a sync should take its turns. */
  giveTurns(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      turn: async () => {
        await clock.turn();
        await this.#wait();
      },
    };
  }

  async #wait(): Promise<void> {
    if (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
