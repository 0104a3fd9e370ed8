/** Handle of an indexed session file, given by the event store: a positive safe integer. */
export type SourceKey = number;

/** Why something in a source was left out. Counted in coverage, never with a path. */
export type SkipReason =
  | "not-a-session"
  | "empty"
  | "unreadable"
  | "not-a-regular-file"
  | "outside-root"
  | "too-deep"
  | "malformed-line"
  | "not-an-entry"
  | "oversized-record"
  | "duplicate-entry-id"
  | "shortened-text"
  | "duplicate-session"
  | "beyond-memory";

export interface SkippedRecord {
  readonly reason: SkipReason;
  readonly count: number;
}

/** The header of a session and what its latest entries say of it. */
export interface SessionRecord {
  /** The header's `id`: the session's identity, whatever its file is called. */
  readonly sessionId: string;
  /** The header's `version`; 1 when it has none. */
  readonly version: number;
  /** The header's `cwd` as written; absent when it is not a string. */
  readonly cwd?: string;
  /** The header's timestamp as written; empty when it is not a string. */
  readonly startedAt: string;
  /** Milliseconds since the epoch, or null. */
  readonly startedTime: number | null;
  /** The header's `parentSession` as written; absent when it is not a string. Never shown. */
  readonly parentSession?: string;
  /** `parentSession` with the links of its existing parts resolved when the file was indexed; it need not exist. */
  readonly parentRealPath?: string;
  /** Latest non-empty session name. */
  readonly name?: string;
  /** Id of the last entry of the file, of any type. */
  readonly leafId?: string;
  /** Time of the last entry in milliseconds, or null. */
  readonly lastEntryTime: number | null;
  /** Number of distinct events. */
  readonly events: number;
}

/**
 * One session file and the prefix of it that the index holds.
 * `pending`: discovered, not (or no longer) indexed completely; older rows of it still answer.
 * `indexed`: everything up to `offset` is in the index. `skipped`: not a session, for the reasons in `skipped`.
 */
export interface SourceRecord {
  /** Real path of the file: the identity of a source. Never leaves the machine's log. */
  readonly path: string;
  readonly state: "pending" | "indexed" | "skipped";
  /** Size in bytes when last looked at. */
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Device and inode as text. */
  readonly identity: string;
  /** Bytes of complete, indexed records. */
  readonly offset: number;
  /** Number of newline-terminated records before `offset`, the header included. */
  readonly records: number;
  /** Hash of the header's bytes. */
  readonly headerHash: string;
  /** Hash of the last bytes before `offset`. */
  readonly boundaryHash: string;
  readonly skipped: readonly SkippedRecord[];
  readonly session?: SessionRecord;
}

export interface StoredSource extends SourceRecord {
  readonly key: SourceKey;
}
