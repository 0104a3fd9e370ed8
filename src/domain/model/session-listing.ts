import type { Coverage } from "./coverage.ts";
import type { SettingInForce } from "./settings.ts";

/** The authorized sessions, latest activity first. */
export interface SessionListing {
  readonly sessions: readonly {
    readonly sessionId: string;
    readonly name?: string;
    readonly cwd: string;
    readonly startedAt: string;
    /** ISO time of the last entry; absent where it has none. */
    readonly lastActivity?: string;
    readonly events: number;
    /** Bytes of the file. */
    readonly bytes: number;
    readonly parentSessionId?: string;
  }[];
  readonly coverage: Coverage;
}

/** The state of the index, for people. */
export interface IndexStatus {
  readonly engine: string;
  /** A file, or `memory`. */
  readonly index: string;
  /** Bytes the index takes. */
  readonly indexBytes: number;
  readonly version: string;
  /** Session directories in force. */
  readonly roots: readonly string[];
  /** Workspace folders that the caller may see; empty with `--all`. */
  readonly workspaces: readonly string[];
  readonly notices: readonly string[];
  /** The settings in force; absent where nothing says. */
  readonly settings?: readonly SettingInForce[];
  readonly coverage: Coverage;
}
