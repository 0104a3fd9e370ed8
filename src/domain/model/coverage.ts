import type { SkippedRecord } from "../../ports/source-record.ts";

/**
 * `ready`: the walk was complete and nothing is pending. `catching-up`: work is pending. `partial`: finished, something was skipped.
 * `error`: the last sync failed.
 */
export type CoverageState = "ready" | "catching-up" | "partial" | "error";

/** What part of the authorized history an answer is based on. Counts only what the caller may see. */
export interface Coverage {
  readonly state: CoverageState;
  readonly sessions: { readonly indexed: number; readonly known: number };
  /** Bytes of session files. */
  readonly bytes: { readonly indexed: number; readonly known: number };
  readonly skipped: readonly SkippedRecord[];
  /** ISO time of the oldest last complete walk of the roots in force; absent before the first. */
  readonly lastCompleteWalk?: string;
}
