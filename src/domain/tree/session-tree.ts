import type { Contribution } from "../../ports/vocabulary.ts";

/** What the tree rules look at in an event. */
export interface TreeEvent {
  readonly entryId: string;
  readonly parentId: string | null;
  readonly entryType: string;
  readonly contribution: Contribution;
}

/** How a walk toward the root ended. */
export type WalkEnd = "root" | "missing-parent" | "cycle";

export interface Walk<Event extends TreeEvent> {
  /** From the first event to where the walk ended. */
  readonly events: readonly Event[];
  readonly end: WalkEnd;
}

/** The entries of one session by id, each id once. */
export type EventsById<Event extends TreeEvent> = ReadonlyMap<string, Event>;

/** Walks `parentId` from an event toward the root as Pi does; a visited set ends cycles. Cost: the length of the walk. */
export function walkToRoot<Event extends TreeEvent>(from: Event | undefined, byId: EventsById<Event>): Walk<Event> {
  const events: Event[] = [];
  const visited = new Set<string>();
  let current = from;
  while (current !== undefined) {
    if (visited.has(current.entryId)) return { events, end: "cycle" };
    visited.add(current.entryId);
    events.push(current);
    if (current.parentId === null) return { events, end: "root" };
    current = byId.get(current.parentId);
  }
  return { events, end: from === undefined ? "root" : "missing-parent" };
}
