import type { LogReader } from "../../ports/log-reader.ts";
import type { History } from "../../domain/use-cases/history.ts";

/** What the options decide about the history to open; what is absent, the container decides. */
export interface OpenHistoryOptions {
  /** Session folders, absolute. Default: Pi's effective session folder, `<agent dir>/sessions`, and configured ones. */
  readonly sessions?: readonly string[];
  /** Default: as configured, else `fts5`. */
  readonly engine?: "fts5" | "memory";
  /** Absolute path of the index file, or `memory`. Default: this user's index for Pi. */
  readonly index?: string;
}

/** A history, and what belongs to it beside its answers. */
export interface OpenedHistory {
  readonly history: History;
  readonly notices: readonly string[];
  /** The local log in force. */
  readonly log: LogReader;
  /** Hints that its session files may have changed, the first one at once; ends with the signal. */
  readonly changes: (signal: AbortSignal) => AsyncIterable<void>;
}

/** Opens a history. Failures are `RecallError`s. */
export type OpenHistory = (options: OpenHistoryOptions) => Promise<OpenedHistory>;

/** A stream that may be a terminal. */
export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything the command line touches outside itself. */
export interface Surroundings {
  readonly openHistory: OpenHistory;
  /** A signal that aborts when the process is asked to stop (Ctrl+C, SIGTERM); asked a second time, the process ends at once. */
  readonly untilStopped: () => AbortSignal;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: {
    /** The current folder, absolute. May throw when it no longer exists. */
    readonly cwd: () => string;
    /** `COLUMNS` is used where stdout is no terminal. */
    readonly env: Readonly<Record<string, string | undefined>>;
  };
}
