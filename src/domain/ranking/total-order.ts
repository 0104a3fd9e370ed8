import { compareKnownDescending, compareTexts } from "../model/compare.ts";

/** What decides the order of two results. */
export interface OrderKey {
  readonly relevance: number;
  /** Milliseconds, or null where the entry has no time. */
  readonly time: number | null;
  readonly sessionId: string;
  readonly entryId: string;
  readonly ordinal: number;
}

/**
 * The total order of results (design §6): relevance ↓, time ↓ (none last), sessionId, entryId, fragment ordinal. Ids compare by code
 * unit, so that no locale takes part. Zero only for the same fragment of the same event.
 */
export function compareResults(one: OrderKey, other: OrderKey): number {
  return (
    other.relevance - one.relevance ||
    compareKnownDescending(one.time, other.time) ||
    compareTexts(one.sessionId, other.sessionId) ||
    compareTexts(one.entryId, other.entryId) ||
    one.ordinal - other.ordinal
  );
}
