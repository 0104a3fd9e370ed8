import type { EventKey, FragmentRecord } from "../../ports/event-record.ts";
import type { FilterRecord } from "../../ports/filter-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { BranchState, Role, SelectionState } from "../../ports/vocabulary.ts";

/** What a filter looks at in an event. */
export interface FilterableEvent {
  readonly key: EventKey;
  readonly source: SourceKey;
  readonly position: number;
  readonly entryType: string;
  readonly role?: Role;
  readonly time: number | null;
  readonly isError: boolean;
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
}

/** The filter rule (design §6): AND of the fields, OR inside one. */
export function passesFilter(
  filter: FilterRecord,
  event: FilterableEvent,
  fragment: Pick<FragmentRecord, "kind" | "toolName" | "isOwnCall">,
): boolean {
  return passesEventFilter(filter, event) && passesFragmentFilter(filter, fragment);
}

/** The part of the rule that looks at the event. */
export function passesEventFilter(filter: FilterRecord, event: FilterableEvent): boolean {
  if (!filter.sources.has(event.source) || filter.excludedEvents?.has(event.key)) return false;
  const cutoff = filter.cutoffs?.get(event.source);
  if (cutoff !== undefined && event.position >= cutoff) return false;
  if (filter.entryTypes && !filter.entryTypes.has(event.entryType)) return false;
  if (filter.roles && !(event.role !== undefined && filter.roles.has(event.role))) return false;
  if (filter.errorOnly && !event.isError) return false;
  if (filter.fromTime !== undefined && !(event.time !== null && event.time >= filter.fromTime)) return false;
  if (filter.toTime !== undefined && !(event.time !== null && event.time <= filter.toTime)) return false;
  if (!filter.branchStates && !filter.selectionStates) return true;
  const states = filter.liveStates?.get(event.key) ?? event;
  if (filter.branchStates && !filter.branchStates.has(states.branchState)) return false;
  return !filter.selectionStates || filter.selectionStates.has(states.selectionState);
}

/** The part of the rule that looks at the fragment: our own tools' output stays out unless it is named. */
export function passesFragmentFilter(
  filter: FilterRecord,
  fragment: Pick<FragmentRecord, "kind" | "toolName" | "isOwnCall">,
): boolean {
  if (filter.kinds && !filter.kinds.has(fragment.kind)) return false;
  const isNamed = fragment.toolName !== undefined && (filter.toolNames?.has(fragment.toolName) ?? false);
  return isNamed || (!filter.toolNames && !fragment.isOwnCall);
}
