import type { DiscoveryMark, DiscoveryStep } from "./discovery-record.ts";
import type { EventKey, IndexableEvent, StateRecord, StoredEvent } from "./event-record.ts";
import type { Eligible, FilterRecord } from "./filter-record.ts";
import type { HeldPostings, SliceOptions, TokenDigest } from "./held-postings.ts";
import type { RelationRecord } from "./relation-record.ts";
import type { SourceKey, SourceRecord, StoredSource } from "./source-record.ts";

/** What changes in one session file's rows. */
export interface SourceChange {
  /** The file's row and checkpoint after the change. */
  readonly source: SourceRecord;
  /**
   * Name of a hidden generation of the file: the rows go there, beside those that answer, until it is promoted. With `replace` it is
   * begun anew, in place of any other; without, it must be the one that was begun last (else `Conflict`). A change that names none
   * and leaves the file other than `pending` ends whatever generation was begun.
   */
  readonly generation?: string;
  /** The checkpoint that the change was computed from. Absent: not checked. Where the row has another by now: `Conflict`. */
  readonly basis?: Pick<SourceRecord, "offset" | "boundaryHash">;
  /** True: every event and relation of the file that is not in this change goes. */
  readonly replace: boolean;
  /** New events in append order. One whose entry id is already held replaces it (last wins). */
  readonly append: readonly IndexableEvent[];
  /** New states of events that stay. */
  readonly states: readonly StateRecord[];
  /** New edges. */
  readonly relations: readonly RelationRecord[];
}

export interface IndexChange {
  readonly sources?: readonly SourceChange[];
  /** Paths of files whose rows go, hidden ones included. */
  readonly removed?: readonly string[];
  /** Hidden generations that answer from now on, in place of the rows that did; applied after `sources`. */
  readonly promoted?: readonly { readonly path: string; readonly generation: string }[];
  /** Roots that were walked completely, and when (milliseconds since the epoch). */
  readonly walks?: readonly { readonly root: string; readonly completedAt: number }[];
}

/** What ordering and copy collapsing need of an event. */
export interface OrderKeyRecord {
  readonly key: EventKey;
  readonly source: SourceKey;
  readonly entryId: string;
  readonly entryType: string;
  /** Milliseconds, or null. */
  readonly time: number | null;
  readonly contentHash: string;
}

/** The index's content beside its postings. Reads see what was committed last, as one whole. */
export interface EventStore {
  /**
   * Applies a change, engine included: all of it becomes visible together or nothing of it. Errors: `Conflict` when another process has
   * changed a file's rows since the change was computed.
   */
  commit(change: IndexChange): Promise<void>;
  /** Deletes rows that no longer answer, of at most about so many events; true while some are left. They match nothing, but count. */
  sweep(events: number): Promise<boolean>;
  /**
   * True while rows are held that match nothing and count nevertheless: of hidden generations, and such as `sweep` has still to delete.
   * Cost: a look-up, for every query.
   */
  holdsHidden(): Promise<boolean>;
  /**
   * Files with events that the discovery index has still to take, in any order; hidden generations are none. Empty for good where there is
   * no such index. Cost: a look-up per file.
   */
  undiscovered(): Promise<readonly DiscoveryMark[]>;
  /** The next events of a file behind a mark, at most `limit`, in ascending order of keys. Cost: what is returned. */
  eventsBehind(mark: DiscoveryMark, limit: number): Promise<readonly StoredEvent[]>;
  /**
   * Adds fragments to the discovery index and moves marks, at most one step per file: all of it becomes visible together or nothing. Errors:
   * `Conflict` when a file's mark is not the one that its step was computed from, or the file does not answer any more; `IndexUnavailable`,
   * also where there is no discovery index.
   */
  discover(steps: readonly DiscoveryStep[]): Promise<void>;
  /** Every known file, in the order of their paths; hidden generations are none. */
  sources(): Promise<readonly StoredSource[]>;
  /** When each root was last walked completely. */
  walks(): Promise<readonly { readonly root: string; readonly completedAt: number }[]>;
  /** Events by key, in the order asked; keys that are not held are left out. */
  events(keys: readonly EventKey[]): Promise<readonly StoredEvent[]>;
  event(source: SourceKey, entryId: string): Promise<StoredEvent | undefined>;
  /** All events of a file in append order. Cost: the file's events. */
  eventsOfSource(source: SourceKey): Promise<readonly StoredEvent[]>;
  /** Events whose `parentId` is this entry, in append order. `null`: the roots that say so. */
  children(source: SourceKey, parentId: string | null): Promise<readonly StoredEvent[]>;
  /** Up to `before` events of lower position and up to `after` of higher, in append order, without the one at `position`. */
  neighbours(source: SourceKey, position: number, before: number, after: number): Promise<readonly StoredEvent[]>;
  /** Edges that this entry records. */
  relationsFrom(source: SourceKey, entryId: string): Promise<readonly RelationRecord[]>;
  /** Edges that name this entry (or file hash), in append order of the recording events. */
  relationsTo(source: SourceKey, to: string): Promise<readonly RelationRecord[]>;
  /** All edges of a file. */
  relationsOfSource(source: SourceKey): Promise<readonly RelationRecord[]>;
  /** Order keys of many events at once, in any order; keys that are not held are left out. */
  orderKeys(keys: readonly EventKey[]): Promise<readonly OrderKeyRecord[]>;
  /** Events of `others` that `source` holds too (same entry id, entry type and content hash). */
  copies(source: SourceKey, others: readonly SourceKey[]): Promise<readonly EventKey[]>;
  /** The last event of `child`, in append order, that `parent` holds too. */
  lastShared(child: SourceKey, parent: SourceKey): Promise<StoredEvent | undefined>;
  /** The filter as a predicate over what is committed now. */
  eligible(filter: FilterRecord): Promise<Eligible>;
  /** Bytes the index takes, and how it calls itself, for people. */
  describe(): Promise<{
    readonly engine: string;
    readonly location: string;
    readonly bytes: number;
    readonly version: string;
  }>;
  /**
   * Takes everything off the disk that is held no more: no term, id or name of removed files alone is in the index's files afterwards.
   * Call after `sweep` has nothing left. Cost: writing the whole index, in few large slices. What a cancelled one has done stays. Errors:
   * `Cancelled`, `IndexUnavailable`, also while others read it.
   */
  maintain(options?: SliceOptions): Promise<void>;
  /** Begins anew with nothing held, even where the index is damaged. Keys may be given again: nobody may work with the old ones any more. */
  reset(): Promise<void>;
  /** Closes the index and deletes it with all its files, those of other versions beside it included. */
  erase(): Promise<void>;
  /**
   * What the postings hold, for a comparison with the sources, as of one moment; absent where only searching tells. Commits and reads go on
   * meanwhile. Cost: reading the whole index. Errors: `Cancelled`, `IndexUnavailable`.
   */
  inspect?(digest: TokenDigest, options?: SliceOptions): Promise<HeldPostings>;
  close(): Promise<void>;
}
