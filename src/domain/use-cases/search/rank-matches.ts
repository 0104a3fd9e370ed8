import type { OrderKeyRecord } from "../../../ports/event-store.ts";
import type { CoalescedMatches, EventMatch } from "../../ranking/coalesce.ts";
import { type CollapsedCopies, collapseCopies, type CopyKey } from "../../ranking/collapse-copies.ts";
import { strongestMatches } from "../../ranking/strongest-matches.ts";
import { compareResults, type OrderKey } from "../../ranking/total-order.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { Scope } from "../scope/resolve-scope.ts";

/** One event in the order of the answer, with what its place was decided by. */
export interface RankedEvent extends CopyKey, OrderKey {
  readonly match: EventMatch;
  readonly source: number;
}

/** Twice the largest answer: few copies make one round enough. */
const FIRST_ROUND = 100;

/**
 * The matched events in total order, copies collapsed (unless one session was asked for). Works from the strongest down, a tie at a
 * time, so that order keys are read only for events near the top; asking for more goes on where it stopped.
 * Cost: linear in the matches per round, plus one read of order keys per event looked at.
 */
export async function* rankMatches(
  matches: CoalescedMatches,
  scope: Scope,
  parts: HistoryParts,
  options: { readonly collapse: boolean },
): AsyncGenerator<CollapsedCopies<RankedEvent>> {
  const yielded = new Set<number>();
  for (let wanted = FIRST_ROUND; ; wanted *= 8) {
    const places = strongestMatches(matches.relevance, wanted);
    const strongest = places.map((place) => matches.at(place)).filter((match) => !yielded.has(match.event));
    for (const match of strongest) yielded.add(match.event);
    const keys = await parts.store.orderKeys(strongest.map((match) => match.event));
    const byKey = new Map(keys.map((key) => [key.key, key]));
    const ranked = strongest.flatMap((match) => rankedEvent(match, byKey.get(match.event), scope));
    const collapsed = options.collapse
      ? collapseCopies(ranked)
      : ranked.map((canonical): CollapsedCopies<RankedEvent> => ({ canonical, copies: [] }));
    yield* collapsed.toSorted((one, other) => compareResults(one.canonical, other.canonical));
    if (places.length >= matches.size) return;
  }
}

/** Nothing for an event that went between the match and this read. */
function rankedEvent(match: EventMatch, key: OrderKeyRecord | undefined, scope: Scope): RankedEvent[] {
  const source = key && scope.byKey.get(key.source);
  const place = key && scope.lineages.get(key.source);
  if (!key || !source || !place) return [];
  return [
    {
      match,
      source: key.source,
      sessionId: source.session.sessionId,
      entryId: key.entryId,
      entryType: key.entryType,
      contentHash: key.contentHash,
      time: key.time,
      relevance: match.relevance,
      ordinal: match.ordinal,
      lineage: place.lineage,
      depth: place.depth,
      startedTime: source.session.startedTime,
    },
  ];
}
