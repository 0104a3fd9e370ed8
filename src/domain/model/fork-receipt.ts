import type { EventRef } from "../../ports/event-ref.ts";

/** A place where history goes on in more than one way. For `session-fork`, `at` is the parent session's event. */
export interface BranchForkReceipt {
  readonly kind: "in-session" | "session-fork";
  readonly at: EventRef;
  /** The first event of each visible continuation. */
  readonly candidates: readonly EventRef[];
  /** The continuation that this answer follows. */
  readonly chosen?: EventRef;
}
