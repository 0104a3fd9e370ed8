import type { Coverage } from "./coverage.ts";
import type { BranchForkReceipt } from "./fork-receipt.ts";

/** Why the answer may be older or smaller than the session files: the last sync failed, or its walk did not reach everything. */
export type SyncWarning =
  | { readonly kind: "incomplete-walk" }
  | {
      readonly kind: "sync-failed";
      /** The public sentence, at most 400 code points. */
      readonly error: string;
    };

/** A session as recall names it. `path` is shown on purpose: later calls take it as `sessionId`, and so does Pi itself. */
export interface RecalledSession {
  readonly sessionId: string;
  /** Real path of its file. */
  readonly path: string;
  readonly name?: string;
  readonly cwd: string;
  /** The header's timestamp as written. */
  readonly started: string;
  /** ISO time of the last entry; absent where it has none. */
  readonly lastActivity?: string;
}

interface RecallAnswer {
  readonly coverage: Coverage;
  readonly syncWarning?: SyncWarning;
}

/** Recent sessions, latest activity first. */
export interface RecallBrowsing extends RecallAnswer {
  readonly mode: "browse";
  readonly sessions: readonly (RecalledSession & {
    /** Beginning of the first user message with text, at most 240 code points, white space collapsed; empty where there is none. */
    readonly preview: string;
    /** User and assistant messages on the selected path. */
    readonly messageCount: number;
  })[];
  /** Sessions that could have been listed. */
  readonly total: number;
}

/** One session that holds what was asked for, with its best message. */
export interface DiscoveredSession extends RecalledSession {
  readonly matchMessageId: string;
  readonly role: "user" | "assistant";
  readonly timestamp: string;
  /** At most 240 code points around the match, white space collapsed. */
  readonly snippet: string;
  /** Code units of `snippet` that matched, ascending and apart. */
  readonly matches: readonly { readonly start: number; readonly end: number }[];
  /** Messages of this session that match, by itself and not by inheritance. */
  readonly matchingMessages: number;
}

export interface RecallDiscovery extends RecallAnswer {
  readonly mode: "discovery";
  readonly sessions: readonly DiscoveredSession[];
  readonly totals: { readonly sessions: number; readonly messages: number };
  /** Sessions whose messages are not all searchable yet, of those that the caller may see. */
  readonly pendingSessions: number;
}

/** One message of a session's selected branch. */
export interface RecalledMessage {
  readonly id: string;
  /** As Pi has it: user, assistant, toolResult, bashExecution, custom, compactionSummary, branchSummary. */
  readonly role: string;
  readonly timestamp: string;
  /** Text without thinking; cut in its middle where the budget demands it. */
  readonly text: string;
  /** Code points of the whole text, where it was cut. */
  readonly totalChars?: number;
  readonly toolCalls?: readonly {
    readonly name: string;
    /** In brief: at most 240 code points. */
    readonly arguments: string;
  }[];
  /** Tool calls that the budget left no room for. */
  readonly toolCallsOmitted?: number;
  /** Of a tool result. */
  readonly toolName?: string;
  /** A tool result, a command or an assistant's turn that failed. */
  readonly isError?: boolean;
  /** Images of the message, which are never shown. */
  readonly images?: number;
}

/** Messages of one branch, with the forks met on the way. */
export interface RecallTranscript extends RecallAnswer {
  readonly mode: "read" | "scroll";
  readonly session: RecalledSession;
  /** Entry at which the branch ends: pass it on to stay on this branch. Empty where the branch holds nothing. */
  readonly branchTip: string;
  readonly messages: readonly RecalledMessage[];
  /** Messages on the branch. */
  readonly totalMessages: number;
  /** Of a scroll: messages before the first and behind the last one shown. */
  readonly before?: number;
  readonly after?: number;
  /** Of a read that left out the middle: place of the gap among `messages`, and how many are missing there. */
  readonly omitted?: { readonly at: number; readonly count: number };
  readonly forks: readonly BranchForkReceipt[];
  /** A text was cut to hold the budget of 50,000 characters. */
  readonly contentTruncated: boolean;
}

/** What a repository's index names that could own a workflow: hints, never proof. */
export interface RepositoryInventoryReport {
  readonly available: true;
  readonly provenance: {
    readonly packageScripts: "git-index";
    readonly executableScripts: "git-index";
    readonly agentInstructions: "git-index";
    readonly skills: "pi-effective-registry";
  };
  readonly worktreeVerified: false;
  readonly packageScripts: readonly {
    /** Path of the manifest below the repository's top. */
    readonly path: string;
    readonly packageName?: string;
    readonly scripts: readonly { readonly name: string; readonly command: string }[];
  }[];
  readonly executableScripts: readonly string[];
  readonly agentInstructions: readonly string[];
  readonly skills: readonly { readonly name: string; readonly path: string; readonly description?: string }[];
  readonly omittedCounts: {
    readonly packageScripts: number;
    readonly executableScripts: number;
    readonly agentInstructions: number;
    readonly skills: number;
  };
  readonly truncated: boolean;
}

export interface MissingInventory {
  readonly available: false;
  readonly reason: "not-a-git-repository" | "inventory-failed";
}

/** One lineage of the corpus: one source, however many sessions it has. */
export interface PreparedSession extends RecalledSession {
  /** Citation of its lineage: equal for forks of one another. */
  readonly lineage: string;
  /** Sessions of that lineage that the caller may see. */
  readonly lineageSessions: number;
  /** User and assistant messages with text, the same order as in the session. */
  readonly messages: readonly {
    readonly id: string;
    readonly role: "user" | "assistant";
    readonly timestamp: string;
    readonly text: string;
  }[];
  /** Middle messages were left out. */
  readonly truncated: boolean;
  /** A text was cut to hold the budget. */
  readonly contentTruncated: boolean;
  /** The file could not be read: its messages are missing, its citation stands. */
  readonly unreadable?: true;
}

export interface RecallPreparation extends RecallAnswer {
  readonly mode: "prepare-pattern-miner";
  readonly scope: "repository" | "all";
  readonly sessions: readonly PreparedSession[];
  readonly inventory: RepositoryInventoryReport | MissingInventory;
  readonly sync: {
    readonly walkComplete: boolean;
    /** Sessions that a sync has still to take. */
    readonly backlogRemaining: number;
    readonly complete: boolean;
  };
  readonly contentTruncated: boolean;
}
