import { MAX_SHOWN_CODE_POINTS } from "./text-preview.ts";
import { uniformCap } from "./uniform-cap.ts";

/** Most code points of all fragments of one read together (design §7). */
export const READ_BUDGET_CODE_POINTS = 24_000;

/**
 * Deals one read's budget over its fragments, before they are cut: the target first, up to 4,000, then the rest under the largest
 * cap that is the same for all of them. Returns the code points each fragment may show, never more than it has.
 * `lengths`: code points of each fragment. `target`: index of the fragment asked for. `total`: 24,000 by default and at most.
 * Cost: linear in the fragments.
 */
export function dealBudget(
  lengths: readonly number[],
  target?: number,
  total: number = READ_BUDGET_CODE_POINTS,
): number[] {
  let left = total > 0 ? Math.min(Math.floor(total), READ_BUDGET_CODE_POINTS) : 0;
  const wanted = lengths.map((length) => (length > 0 ? Math.min(Math.floor(length), MAX_SHOWN_CODE_POINTS) : 0));
  const first = Math.min(wanted[target ?? -1] ?? 0, left);
  left -= first;
  const cap = uniformCap(
    wanted.filter((_, index) => index !== target),
    left,
  );
  return wanted.map((length, index) => (index === target ? first : Math.min(length, cap)));
}
