import type { EventKey } from "../../ports/event-record.ts";
import type { BranchState, SelectionState } from "../../ports/vocabulary.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import type { Caller } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { hasOtherStates, statesAtLeaf } from "./states-at-leaf.ts";

export interface EventStates {
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
}

/**
 * States of the caller's own session at its live leaf, which only the caller knows (design §8): events whose states differ from the
 * stored ones. Undefined where the stored states hold: no live leaf was given, it is the stored one, or the index does not hold it yet.
 * Cost: as `statesAtLeaf`.
 */
export async function liveStates(
  own: SessionSourceRecord | undefined,
  caller: Caller,
  parts: HistoryParts,
): Promise<Map<EventKey, EventStates> | undefined> {
  const leafId = caller.session?.leafId;
  if (own === undefined || leafId === undefined || leafId === own.session.leafId) return undefined;
  if (leafId !== null && (await parts.store.event(own.key, leafId)) === undefined) return undefined;
  const differing = new Map<EventKey, EventStates>();
  for (const entry of await statesAtLeaf(own, leafId, [], parts.store)) {
    if (entry.stored && hasOtherStates(entry)) differing.set(entry.stored.key, entry.states);
  }
  return differing;
}
