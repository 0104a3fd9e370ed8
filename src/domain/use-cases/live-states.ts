import type { EventKey } from "../../ports/event-record.ts";
import type { BranchState, SelectionState } from "../../ports/vocabulary.ts";
import { branchStates } from "../tree/branch-states.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import { selectionStates } from "../tree/selection-states.ts";
import type { Caller } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";

export interface EventStates {
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
}

/**
 * States of the caller's own session at its live leaf, which only the caller knows (design §8): events whose states differ from the
 * stored ones. Undefined where the stored states hold: no live leaf was given, it is the stored one, or the index does not hold it yet.
 * Cost: linear in the session's events.
 */
export async function liveStates(
  own: SessionSourceRecord | undefined,
  caller: Caller,
  parts: HistoryParts,
): Promise<Map<EventKey, EventStates> | undefined> {
  const leafId = caller.session?.leafId;
  if (own === undefined || leafId === undefined || leafId === own.session.leafId) return undefined;
  const events = await parts.store.eventsOfSource(own.key);
  const byId = new Map(events.map((event) => [event.entryId, event]));
  if (leafId !== null && !byId.has(leafId)) return undefined;
  const branches = branchStates(byId, leafId);
  const selections = selectionStates(byId, await parts.store.relationsOfSource(own.key), leafId, branches);
  const differing = new Map<EventKey, EventStates>();
  for (const event of events) {
    const branchState = branches.get(event.entryId) ?? "unknown";
    const selectionState = selections.get(event.entryId) ?? "unknown";
    if (branchState !== event.branchState || selectionState !== event.selectionState) {
      differing.set(event.key, { branchState, selectionState });
    }
  }
  return differing;
}
