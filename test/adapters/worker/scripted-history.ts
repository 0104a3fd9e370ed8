import type { Coverage } from "../../../src/domain/model/coverage.ts";
import type { EventSearchAnswer } from "../../../src/domain/model/hit.ts";
import type { History } from "../../../src/domain/use-cases/history.ts";

export const coverage: Coverage = {
  state: "ready",
  sessions: { indexed: 3, known: 3 },
  bytes: { indexed: 4200, known: 4200 },
  skipped: [],
};

export const nothingFound: EventSearchAnswer = { hits: [], totals: { events: 0, fragments: 0 }, coverage };

/** A history of which a test writes the methods it needs; the others reject. */
export function scriptedHistory(methods: Partial<History>): History {
  const unscripted = (): Promise<never> => Promise.reject(new Error("Not part of this script."));
  return {
    search: unscripted,
    read: unscripted,
    trace: unscripted,
    lineage: unscripted,
    sessions: unscripted,
    recallBrowse: unscripted,
    recallDiscover: unscripted,
    recallRead: unscripted,
    recallScroll: unscripted,
    recallPrepare: unscripted,
    open: unscripted,
    status: unscripted,
    sync: unscripted,
    verify: unscripted,
    purge: unscripted,
    close: () => Promise.resolve(),
    ...methods,
  };
}

/** A promise that rejects with the reason of the signal, and never before: work that only a cancellation ends. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
