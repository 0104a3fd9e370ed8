import type { RecallErrorCode } from "../../domain/model/errors.ts";
import type { History, SyncOptions } from "../../domain/use-cases/history.ts";
import type { LogEntry } from "../../ports/log-reader.ts";
import type { SyncProgress } from "../../ports/progress.ts";

/** What a host can be asked: every question of a `History`, the notices of its opening, and its local log. */
export type Question = Exclude<keyof History, "close"> | "notices" | "log";

/** The end of the local log, for the person whose machine it is. */
export interface RecentLog {
  /** Absolute path, or empty where none is kept. */
  readonly place: string;
  /** Oldest first. */
  readonly entries: readonly LogEntry[];
}

/** How a call ended, as plain data: between threads an error loses its class and its code. Causes stay with the host. */
export type Outcome = { readonly answer: unknown } | { readonly failure: Failure };

export interface Failure {
  readonly code: RecallErrorCode;
  readonly message: string;
}

/** What of a call's options is carried as plain data. */
export interface CarriedOptions extends Pick<SyncOptions, "discovery"> {
  readonly wantsProgress?: true;
}

/** What the host takes from its client. */
export interface HostFunctions {
  /** Comes first, once, and opens the history. `crash`: how the host before this one ended, for the local log. */
  open(options: object, crash: string | undefined): Promise<void>;
  /** One call. `id`: chosen by the client, unique for this host. Never rejects. */
  ask(id: number, question: Question, parameters: readonly unknown[], options: CarriedOptions): Promise<Outcome>;
  /** The client no longer waits for this call. Unknown and ended calls are ignored. */
  cancel(id: number): void;
  /** Cancels every call, closes the history and then the port. Later calls fail. */
  stop(): Promise<void>;
}

/** What the client takes from its host. */
export interface ClientFunctions {
  progress(id: number, progress: SyncProgress): void;
}
