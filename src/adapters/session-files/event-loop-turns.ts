import { setImmediate } from "node:timers/promises";

/** Longest stretch of synchronous file work, in milliseconds. */
const LONGEST_STRETCH_MS = 8;

/**
 * Returns a function to call between pieces of synchronous work: it gives the event loop a turn (timers, messages, cancellation)
 * once 8 ms have passed since the last one, the caller's own time included. Synchronous calls read thousands of small files several
 * times faster than the promise API, and this keeps their host responsive.
 */
export function createEventLoopTurns(): () => Promise<void> {
  let lastTurn = performance.now();
  return async () => {
    if (performance.now() - lastTurn < LONGEST_STRETCH_MS) return;
    await setImmediate();
    lastTurn = performance.now();
  };
}
