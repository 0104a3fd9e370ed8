/** Overlapping and touching spans as one each, for showing. `spans` are ordered by start. Cost: linear. */
export function joinSpans(
  spans: Iterable<{ readonly start: number; readonly end: number }>,
): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const before = joined.at(-1);
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
