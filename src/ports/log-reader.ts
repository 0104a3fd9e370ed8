/** One message of the local log. It may hold paths and the words of drivers: for the person whose machine it is, never for a model. */
export interface LogEntry {
  /** ISO time. */
  readonly time: string;
  readonly level: "warn" | "error";
  readonly message: string;
  /** The file that it is about. */
  readonly path?: string;
  /** The innermost cause, where there was an error. */
  readonly cause?: string;
}

/** Reads what `Diagnostics` wrote. */
export interface LogReader {
  /** Where the log lies: an absolute path, or empty where none is kept. */
  readonly place: string;
  /** The latest messages, oldest first. Never throws: what cannot be read is none. Cost: the end of the log. */
  recent(count: number): readonly LogEntry[];
}
