import type { Clock } from "../../ports/clock.ts";

/** The system's time. */
export const systemClock: Clock = { now: () => Date.now() };
