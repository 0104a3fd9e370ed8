import type { RecallError } from "../model/errors.ts";
import type { HistorySettings } from "../model/settings.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Diagnostics } from "../../ports/diagnostics.ts";
import type { EventStore } from "../../ports/event-store.ts";
import type { Hasher } from "../../ports/hasher.ts";
import type { RepositoryInventory } from "../../ports/repository-inventory.ts";
import type { SearchEngine } from "../../ports/search-engine.ts";
import type { SessionSource } from "../../ports/session-source.ts";
import type { WorkspaceResolver } from "../../ports/workspace-resolver.ts";
import type { Exclusions } from "./scope/exclusions.ts";

/** Everything the use-cases stand on: one implementation of each port. */
export interface HistoryParts {
  readonly store: EventStore;
  readonly engine: SearchEngine;
  /** Postings of the trigrams of what people and models said, in the same store. Absent: no discovery. */
  readonly discovery?: SearchEngine;
  readonly source: SessionSource;
  readonly workspaces: WorkspaceResolver;
  /** Absent: no repository has an inventory. */
  readonly inventory?: RepositoryInventory;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly diagnostics: Diagnostics;
  /** Tells this process's work from another's on the same index: any text that no two runs share. */
  readonly runId: string;
  /** What opening the index had to say, for people. Default none. */
  readonly notices?: readonly string[];
  /** Opens an index that needs no disk, for when this one fails for that reason. Absent: then the history fails. */
  readonly openStandIn?: (reason: RecallError) => Promise<StandIn>;
  /**
   * Where this index stands in for one on the disk: deletes what lies there, and answers with the bytes that went, 0 where there was nothing.
   * Errors: `IndexUnavailable`.
   */
  readonly eraseAbandoned?: () => Promise<number>;
  /** Bytes that the index may take: sessions that it has no room for are left out, the oldest first, and counted. Default any number. */
  readonly capacityBytes?: number;
  /** Bytes from which a file that has to be read whole is rebuilt beside its rows, not in memory. Default 16 MiB. */
  readonly stagedBytes?: number;
  /** Session directories in force, absolute. Files outside them are not eligible, even if the index holds them. */
  readonly roots: readonly string[];
  /** What a person has configured. Default `DEFAULT_SETTINGS`. */
  readonly settings?: HistorySettings;
  /** Sessions that a person keeps out. Default none. */
  readonly exclusions?: Exclusions;
}

/** An index that takes the place of another one, and the sentence that says so. */
export interface StandIn extends Pick<HistoryParts, "store" | "engine" | "discovery" | "eraseAbandoned"> {
  readonly notice: string;
  readonly capacityBytes: number;
}
