/** Milliseconds of the main thread's processor time (user and system), and of the clock on the wall. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

export const NOTHING: Cost = { cpu: 0, wall: 0 };

/** What some work costs. Everything that is compared here runs on the main thread. */
export async function measure<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ readonly cost: Cost; readonly result: Result }> {
  const before = process.threadCpuUsage();
  const started = performance.now();
  const result = await work();
  const wall = performance.now() - started;
  const { user, system } = process.threadCpuUsage(before);
  return { cost: { cpu: (user + system) / 1_000, wall }, result };
}

export function addCosts(one: Cost, other: Cost): Cost {
  return { cpu: one.cpu + other.cpu, wall: one.wall + other.wall };
}

/** The middle figure; of an even number of them the higher of the two in the middle. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? Number.NaN;
}

export function medianCost(costs: readonly Cost[]): Cost {
  return { cpu: median(costs.map((cost) => cost.cpu)), wall: median(costs.map((cost) => cost.wall)) };
}

/**
 * For work of less than some 50 milliseconds: systems count a thread's processor time in steps of up to 4 ms, and the mean of many
 * measurements knows nothing of the steps that each of them was rounded to.
 */
export function meanCost(costs: readonly Cost[]): Cost {
  const { cpu, wall } = costs.reduce(addCosts, NOTHING);
  return { cpu: cpu / costs.length, wall: wall / costs.length };
}
