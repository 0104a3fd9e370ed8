import type { EventRef } from "../../ports/event-ref.ts";

/** The authorized sessions connected by `parentSession`, parents before children. */
export interface SessionLineage {
  readonly sessions: readonly {
    readonly sessionId: string;
    readonly name?: string;
    readonly cwd: string;
    readonly startedAt: string;
    readonly parentSessionId?: string;
    /** Steps from the root of the lineage, from 0. */
    readonly depth: number;
    /** The last event shared with the parent, in the parent's session. Absent where nothing is shared. */
    readonly anchor?: EventRef;
  }[];
}
