import type { EventKey } from "./event-record.ts";
import type { EngineFragment } from "./search-engine.ts";
import type { SourceKey } from "./source-record.ts";

/**
 * How far the discovery index has taken the events of a file. Keys ascend as events come, so one key says it: an event that is replaced, or a
 * file that is rebuilt, comes under keys behind every mark.
 */
export interface DiscoveryMark {
  readonly source: SourceKey;
  /** Key of the last event that was taken, whether or not it had anything to add; 0 before the first. */
  readonly through: EventKey;
}

/** The next events of a file on their way into the discovery index. */
export interface DiscoveryStep {
  /** The mark that the step was computed from. */
  readonly from: DiscoveryMark;
  /** Key of the last event that the step takes. */
  readonly through: EventKey;
  /** What it adds; of events behind `from` and up to `through` only. Those that are not held any more are left out. */
  readonly fragments: readonly EngineFragment[];
}
