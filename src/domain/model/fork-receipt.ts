import type { EventRef } from "../../ports/event-ref.ts";

/** A place where history goes on in more than one way. For `session-fork`, `at` is the parent session's event. */
export interface BranchForkReceipt {
  readonly kind: "in-session" | "session-fork";
  readonly at: EventRef;
  /** The first event of each visible continuation; an answer names at most 20. */
  readonly candidates: readonly EventRef[];
  /** Continuations that are not named. Absent when all are. */
  readonly omitted?: number;
  /** The continuation that this answer follows. */
  readonly chosen?: EventRef;
}
