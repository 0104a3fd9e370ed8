import type { EventKey } from "./event-record.ts";
import type { SourceKey } from "./source-record.ts";

/** A number for one token at one place of a fragment: a whole one below 2³², the same for the same token and position. */
export type TokenDigest = (token: string, position: number) => number;

/** How long work on a whole index lets others go first. */
export interface SliceOptions {
  readonly signal?: AbortSignal;
  /** Awaited between slices, so that whatever else is waiting has its turn. Default: no pause. */
  readonly turn?: () => Promise<void>;
}

/** What an index holds beside its events, as of one moment, for a comparison with the sources. */
export interface HeldPostings {
  /** False when the index's own structures contradict each other, so that only a rebuild helps. */
  readonly isSound: boolean;
  /** Fragments that belong to no event. */
  readonly strays: number;
  /** The sum of the digests of all tokens held of a fragment: 0 for one without tokens, undefined for one that is not held. */
  digestOf(event: EventKey, ordinal: number): number | undefined;
  /** The same of the discovery index; absent where there is none. `isSound` speaks of both. */
  readonly discovery?: HeldDiscovery;
}

/** What the discovery index holds. */
export interface HeldDiscovery {
  /** Fragments that belong to no event. */
  readonly strays: number;
  digestOf(event: EventKey, ordinal: number): number | undefined;
  /** Key of the last event of a file that was taken. */
  markOf(source: SourceKey): EventKey;
}
