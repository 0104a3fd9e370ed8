/** Orders texts by code unit, so that no locale takes part. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Orders numbers ascending, `null` (unknown) last. */
export function compareKnown(one: number | null, other: number | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one - other;
}

/** Orders numbers descending, `null` (unknown) last. */
export function compareKnownDescending(one: number | null, other: number | null): number {
  if (one === null || other === null) return compareKnown(one, other);
  return other - one;
}
