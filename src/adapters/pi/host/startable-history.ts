import type { LogEntry } from "../../../ports/log-reader.ts";
import type { CallOptions, History } from "../../../domain/use-cases/history.ts";

/** A history that answers from elsewhere, usually a worker thread. */
export interface StartableHistory extends History {
  /** Starts it ahead of the first call, and returns at once. Never throws. */
  start(): void;
  /** What opening it had to say to the person. */
  notices(options?: CallOptions): Promise<readonly string[]>;
  /** The latest messages of the local log, oldest first, and where it lies. */
  log(count: number): Promise<{ readonly place: string; readonly entries: readonly LogEntry[] }>;
}

/** Where a history is opened: plain data, for the worker's container. */
export interface HistoryPlace {
  /** Absolute working directory of the session. */
  readonly cwd: string;
  /** Pi's environment variables, with the session directory in force. */
  readonly env: Readonly<Record<string, string>>;
}

/** Opens a history without starting it. Cheap; never throws. */
export type OpenHistory = (place: HistoryPlace) => StartableHistory;
