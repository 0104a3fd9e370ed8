import { throwIfCancelled } from "../../../domain/model/cancellation.ts";

/**
 * The work's outcome, or `Cancelled` as soon as the signal says so: a query in the worker cannot be interrupted, its answer is abandoned
 * then. Work is not begun for a signal that has already fired.
 */
export async function untilAborted<Answer>(
  signal: AbortSignal | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  throwIfCancelled(signal);
  if (signal === undefined) return work();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => {
    try {
      throwIfCancelled(signal);
    } catch (error) {
      aborted.reject(error);
    }
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
