import type { SeededRandom } from "../../src/contract/seeded-random.ts";

/** Known quantiles of a size, ascending in both. The first must be `[0, …]`, the last `[1, …]`; figures are above zero. */
export type QuantileCurve = readonly (readonly [share: number, size: number])[];

/** Draws a whole size: between two known quantiles sizes are spread evenly on a logarithmic scale, as sizes of real texts are. */
export function drawSize(random: SeededRandom, curve: QuantileCurve): number {
  const share = random.next();
  const above = curve.findIndex(([quantile]) => share < quantile);
  const [low, smallest] = curve[above - 1] as readonly [number, number];
  const [high, largest] = curve[above] as readonly [number, number];
  return Math.round(smallest * (largest / smallest) ** ((share - low) / (high - low)));
}
