import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { SyncProgress } from "../../ports/progress.ts";
import type { Caller, History } from "../../domain/use-cases/history.ts";

/** What a tool call needs of the extension around it. */
export interface HistoryAccess {
  /** The history in the worker. */
  readonly history: History;
  /**
   * Brings the index up to date before a query, the caller's session first. Returns once it is, or after a short wait: the answer's
   * coverage says what is missing then. Failures are left to the query. Errors: `Cancelled`.
   */
  refresh(
    caller: Caller,
    options: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: SyncProgress) => void;
      /** The discovery index as well. Default false. */
      readonly discovery?: boolean;
    },
  ): Promise<void>;
  /** Who asks in this call: the session with its live leaf, and the entry that holds the call (design §6, §8). */
  callerOf(context: ExtensionContext, toolCallId: string): Caller;
}
