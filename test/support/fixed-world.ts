import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The time that code inside `inFixedWorld` sees. */
export interface FixedWorld {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Moves the clock, backwards too. Integer milliseconds. */
  advance(milliseconds: number): void;
  /** The next random text of this world: eight hexadecimal digits. */
  random(): string;
}

/**
 * Runs `act` while `new Date()`, `Date.now()` and `crypto.randomUUID()` follow a fixed clock and a fixed seed, so that Pi's
 * SessionManager writes the same bytes every time. The clock stands still until it is advanced.
 * `act` must be synchronous: the real clock is back when it returns.
 */
export function inFixedWorld<Result>(start: string, seed: string, act: (world: FixedWorld) => Result): Result {
  const RealDate = Date;
  const realRandomUUID = crypto.randomUUID;
  const next = randomNumbers(seed);
  let now = RealDate.parse(start);
  const random = () => next().toString(16).padStart(8, "0");

  globalThis.Date = new Proxy(RealDate, {
    construct: (date, values, newTarget) => Reflect.construct(date, values.length === 0 ? [now] : values, newTarget),
    get: (date, name) => (name === "now" ? () => now : Reflect.get(date, name)),
  });
  crypto.randomUUID = () =>
    `${random()}-${random().slice(4)}-4${random().slice(5)}-8${random().slice(5)}-${random()}${random().slice(4)}`;
  syncBuiltinESMExports();
  try {
    return act({
      now: () => now,
      advance: (milliseconds) => {
        now += milliseconds;
      },
      random,
    });
  } finally {
    globalThis.Date = RealDate;
    crypto.randomUUID = realRandomUUID;
    syncBuiltinESMExports();
  }
}

/** 32-bit numbers from a seed: FNV-1a of the seed, then mulberry32. */
function randomNumbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
