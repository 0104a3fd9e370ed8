/**
 * The largest cap, the same for all of them, under which texts of these lengths stay within a budget together: what is shorter than the
 * cap leaves its rest to the others. At most the longest length. Any unit. Cost: linear in the lengths, times the digits of the longest.
 */
export function uniformCap(lengths: readonly number[], budget: number): number {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  let cap = 0;
  for (let step = 2 ** Math.ceil(Math.log2(longest + 1)); step >= 1; step /= 2) {
    if (cap + step > longest) continue;
    const shown = lengths.reduce((sum, length) => sum + Math.min(length, cap + step), 0);
    if (shown <= budget) cap += step;
  }
  return cap;
}
