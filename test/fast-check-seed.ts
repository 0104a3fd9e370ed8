import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    fastCheckSeed: number;
  }
}

/** Chooses the seed of every property test of this run, once, and prints it: `FC_SEED=<seed> npm test` repeats the run. */
export function setup(project: TestProject): void {
  const wanted = process.env["FC_SEED"];
  const seed = wanted === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(wanted);
  if (!Number.isSafeInteger(seed)) throw new Error(`FC_SEED must be an integer, not "${wanted}".`);
  console.log(`FC_SEED=${seed}`);
  project.provide("fastCheckSeed", seed);
}
