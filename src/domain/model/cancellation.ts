import { RecallError } from "./errors.ts";

/** Stops an operation whose caller has lost interest. Errors: `Cancelled`. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new RecallError("Cancelled", "The operation was cancelled.", { cause: signal.reason });
}
