import type { SyncProgress } from "../../ports/progress.ts";
import type { SkillRecord } from "../../ports/skill-registry.ts";
import type { Coverage } from "../model/coverage.ts";
import type { EventRead } from "../model/event-read.ts";
import type { EventSearchAnswer } from "../model/hit.ts";
import type { SessionLineage } from "../model/lineage.ts";
import type { RecallBrowsing, RecallDiscovery, RecallPreparation, RecallTranscript } from "../model/recall.ts";
import type { IndexPurge, IndexVerification } from "../model/index-verification.ts";
import type { IndexStatus, SessionListing } from "../model/session-listing.ts";
import type { SessionLocation } from "../model/session-location.ts";
import type { EventTrace } from "../model/trace.ts";
import type { FilterRequest } from "../query/validate-request.ts";

/** Who asks. Authorization and the caller's own session follow from it; no request can widen it. */
export interface Caller {
  /** Absolute working directory. */
  readonly cwd: string;
  /** Configured workspace roots, absolute; the caller's own work tree when absent. */
  readonly workspaces?: readonly string[];
  /** True opens every session. Only a person's own configuration or command line may set it. */
  readonly everything?: boolean;
  /** The session that the caller runs in: left out unless a request names it. */
  readonly session?: {
    readonly sessionId: string;
    /** The live leaf, where it is known (`null`: before any entry). */
    readonly leafId?: string | null;
    /** Entry that holds the invoking call: it and later entries are invisible. */
    readonly invokedBy?: string;
  };
}

export interface EventSearchRequest extends FilterRequest {
  readonly query: string;
  /** Exact id, or `current`. */
  readonly sessionId?: string;
  /** Sessions whose cwd equals or lies below this folder; absolute. */
  readonly cwd?: string;
  /** 1 to 50. Default 10. Not part of the model's contract. */
  readonly limit?: number;
}

export interface EventReadRequest {
  readonly sessionId: string;
  readonly entryId: string;
  /** `"<ordinal>:<kind>"` from a hit. */
  readonly fragmentId?: string;
  /** Code point at which a contiguous window of at most 4,000 begins; needs `fragmentId`. */
  readonly offset?: number;
  /** Default `branch`. */
  readonly order?: "branch" | "append";
  /** 0 to 10. Default 0. */
  readonly before?: number;
  /** 0 to 10. Default 0. */
  readonly after?: number;
}

export interface EventTraceRequest {
  readonly sessionId: string;
  readonly entryId: string;
  /** 1 or 2. Default 1. */
  readonly depth?: number;
}

export interface SessionOpenRequest {
  readonly sessionId: string;
  readonly entryId?: string;
}

export interface RecallBrowseRequest {
  /** Cut to 1 to 10. Default 3. */
  readonly limit?: number;
}

export interface RecallDiscoverRequest {
  /** In the query language of `session_search`. */
  readonly query: string;
  /** Sessions. Cut to 1 to 10. Default 3. */
  readonly limit?: number;
  /** Sessions whose cwd equals or lies below this folder; absolute. */
  readonly cwd?: string;
  /** ISO times or dates; a date-only `to` includes that day (UTC). */
  readonly time?: { readonly from?: string; readonly to?: string };
  /** Whose messages. Default both. */
  readonly role?: "user" | "assistant";
}

export interface RecallReadRequest {
  /** The session's id, or the path of its file. */
  readonly sessionId: string;
}

export interface RecallScrollRequest {
  /** The session's id, or the path of its file. */
  readonly sessionId: string;
  readonly aroundMessageId: string;
  /** Messages on each side. Cut to 1 to 20. Default 5. */
  readonly window?: number;
  /** Last entry of the branch, from an earlier answer. Default: the selected branch, or the message's own. */
  readonly branchTip?: string;
}

export interface RecallPrepareRequest {
  /** `repository`: sessions that ran in the caller's repository. `all`: every session that the caller may see. */
  readonly scope: "repository" | "all";
  /** Lineages. Cut to 1 to 10. Default 10. */
  readonly limit?: number;
  /** The skills in effect, as whoever runs inside Pi knows them. Default none. */
  readonly skills?: readonly SkillRecord[];
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface SyncOptions extends CallOptions {
  readonly onProgress?: (progress: SyncProgress) => void;
  /**
   * Of `sync`: true also fills the discovery index, which session recall searches, once the event index is up to date; later syncs go before
   * it. `only`: as the event index is, without looking at the files again. Default false: nobody pays for it who does not use it.
   */
  readonly discovery?: boolean | "only";
}

/** The one facade that every face talks to: in the same process, or through a worker. Failures are `RecallError`s. */
export interface History {
  search(request: EventSearchRequest, caller: Caller, options?: CallOptions): Promise<EventSearchAnswer>;
  read(request: EventReadRequest, caller: Caller, options?: CallOptions): Promise<EventRead>;
  trace(request: EventTraceRequest, caller: Caller, options?: CallOptions): Promise<EventTrace>;
  lineage(request: { readonly sessionId: string }, caller: Caller, options?: CallOptions): Promise<SessionLineage>;
  sessions(request: { readonly limit?: number }, caller: Caller, options?: CallOptions): Promise<SessionListing>;
  /** Recent sessions, for recall. */
  recallBrowse(request: RecallBrowseRequest, caller: Caller, options?: CallOptions): Promise<RecallBrowsing>;
  /** Sessions that hold what is asked for, by their best message. */
  recallDiscover(request: RecallDiscoverRequest, caller: Caller, options?: CallOptions): Promise<RecallDiscovery>;
  /** Messages of a session's selected branch. */
  recallRead(request: RecallReadRequest, caller: Caller, options?: CallOptions): Promise<RecallTranscript>;
  /** Messages around one of them. */
  recallScroll(request: RecallScrollRequest, caller: Caller, options?: CallOptions): Promise<RecallTranscript>;
  /** Recent sessions and the repository's inventory, to mine for patterns. Brings the index up to date first, and fails where that fails. */
  recallPrepare(request: RecallPrepareRequest, caller: Caller, options?: SyncOptions): Promise<RecallPreparation>;
  status(caller: Caller, options?: CallOptions): Promise<IndexStatus>;
  /**
   * Where a session lies, so that Pi can go on with it. The answer names a path: for the person whose machine it is, never for a model.
   */
  open(request: SessionOpenRequest, caller: Caller, options?: CallOptions): Promise<SessionLocation>;
  /** Brings the index up to date with the session files. */
  sync(caller: Caller, options?: SyncOptions): Promise<Coverage>;
  /**
   * Compares the whole index with the session files, whoever may see them, and with `repair` mends it. For the person whose machine it is,
   * never for a model. Files that a sync has still to take are not compared.
   */
  verify(request: { readonly repair: boolean }, caller: Caller, options?: SyncOptions): Promise<IndexVerification>;
  /**
   * Brings the index up to date and takes off the disk what only removed sessions held. `all`: deletes the index with its files; the history
   * is closed then. Errors: `IndexUnavailable`, also while another process reads the index.
   */
  purge(request: { readonly all?: boolean }, caller: Caller, options?: SyncOptions): Promise<IndexPurge>;
  close(): Promise<void>;
}
