import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Caller, History } from "../../../domain/use-cases/history.ts";
import type { LogEntry } from "../../../ports/log-reader.ts";

/** What `/event-recall` needs of the extension around it. */
export interface CommandAccess {
  readonly history: Pick<History, "status" | "sync" | "verify" | "open">;
  /** The package's own version. */
  readonly version: string;
  /** Who asks: a person in this session, so nothing of it is cut off. */
  callerOf(context: ExtensionContext): Caller;
  /** Where the local log lies (a path), and its latest messages, oldest first. Never rejects: what cannot be read is none. */
  readLog(count: number): Promise<{ readonly place: string; readonly entries: readonly LogEntry[] }>;
}
