import type { EventKey } from "./event-record.ts";
import type { SourceKey } from "./source-record.ts";
import type { BranchState, FragmentKind, Role, SelectionState } from "./vocabulary.ts";

/**
 * Which fragments may match: AND of the fields, OR inside one; an absent field accepts all.
 * Authorization, session, cwd and caller rules arrive here already resolved into `sources`, `excludedEvents` and `cutoffs`.
 */
export interface FilterRecord {
  /** Only events read from these files. */
  readonly sources: ReadonlySet<SourceKey>;
  /** Events left out one by one (what the caller's session holds by inheritance). */
  readonly excludedEvents?: ReadonlySet<EventKey>;
  /** For a file: only events whose position is lower. */
  readonly cutoffs?: ReadonlyMap<SourceKey, number>;
  /** Test of the fragment. */
  readonly kinds?: ReadonlySet<FragmentKind>;
  /** Test of the fragment. A fragment with `isOwnCall` passes only when its tool is named here. */
  readonly toolNames?: ReadonlySet<string>;
  readonly entryTypes?: ReadonlySet<string>;
  readonly roles?: ReadonlySet<Role>;
  readonly errorOnly?: boolean;
  /** Milliseconds since the epoch, inclusive. Events without a time fail a filter with `fromTime` or `toTime`. */
  readonly fromTime?: number;
  /** Milliseconds since the epoch, inclusive. */
  readonly toTime?: number;
  readonly branchStates?: ReadonlySet<BranchState>;
  readonly selectionStates?: ReadonlySet<SelectionState>;
  /** States that hold for this query instead of the stored ones (the live leaf of the caller's session). */
  readonly liveStates?: ReadonlyMap<
    EventKey,
    { readonly branchState: BranchState; readonly selectionState: SelectionState }
  >;
}

/** A filter as data, which an engine may compile, and as a predicate over the store's present content, which it may call. */
export interface Eligible {
  readonly filter: FilterRecord;
  /** False for events and fragments that the store does not hold (any more). */
  accepts(event: EventKey, ordinal: number): boolean;
}
