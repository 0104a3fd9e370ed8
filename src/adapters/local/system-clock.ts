import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../ports/clock.ts";

/** The system's time, and turns of the event loop. */
export const systemClock: Clock = {
  now: () => Date.now(),
  turn: async () => {
    await setImmediate();
  },
};
