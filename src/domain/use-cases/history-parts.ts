import type { Clock } from "../../ports/clock.ts";
import type { Diagnostics } from "../../ports/diagnostics.ts";
import type { EventStore } from "../../ports/event-store.ts";
import type { Hasher } from "../../ports/hasher.ts";
import type { SearchEngine } from "../../ports/search-engine.ts";
import type { SessionSource } from "../../ports/session-source.ts";
import type { WorkspaceResolver } from "../../ports/workspace-resolver.ts";

/** Everything the use-cases stand on: one implementation of each port. */
export interface HistoryParts {
  readonly store: EventStore;
  readonly engine: SearchEngine;
  readonly source: SessionSource;
  readonly workspaces: WorkspaceResolver;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly diagnostics: Diagnostics;
  /** Tells this process's work from another's on the same index: any text that no two runs share. */
  readonly runId: string;
  /** Bytes from which a file that has to be read whole is rebuilt beside its rows, not in memory. Default 16 MiB. */
  readonly stagedBytes?: number;
  /** Session directories in force, absolute. Files outside them are not eligible, even if the index holds them. */
  readonly roots: readonly string[];
}
