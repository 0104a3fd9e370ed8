import type { Cost } from "./measure.ts";

/** One line of the table. */
export interface BenchRow {
  readonly what: string;
  /** The figure that the bound is about. */
  readonly measured: number;
  /** Highest figure that holds; absent where nothing is promised. */
  readonly bound?: number;
  /** What the figure is, e.g. `× bare statements`. */
  readonly unit: string;
  /** The same figure by the clock on the wall, where it is a time. */
  readonly byWallClock?: number;
  /** What else a reader may want: absolute figures, single parts. */
  readonly facts: Readonly<Record<string, number | string>>;
}

export function isHeld(row: BenchRow): boolean | undefined {
  return row.bound === undefined ? undefined : row.measured <= row.bound;
}

/** How many times the bare work ours takes. */
export function ratioRow(
  row: Pick<BenchRow, "what" | "unit"> & Partial<Pick<BenchRow, "bound" | "facts">>,
  ours: Cost,
  bare: Cost,
): BenchRow {
  return {
    ...row,
    measured: ours.cpu / bare.cpu,
    byWallClock: ours.wall / bare.wall,
    facts: { oursMs: ours.cpu, bareMs: bare.cpu, oursWallMs: ours.wall, bareWallMs: bare.wall, ...row.facts },
  };
}
