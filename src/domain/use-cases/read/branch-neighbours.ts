import type { StoredEvent } from "../../../ports/event-record.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { VisibleSessions } from "../visible-session.ts";

export interface Neighbours {
  /** The closest last. */
  readonly before: readonly StoredEvent[];
  /** The closest first. */
  readonly after: readonly StoredEvent[];
}

/**
 * Ancestors and descendants on one conversational path (design §7). After the target it follows the child
 * toward the leaf and stops there, whatever was left behind it; on an alternate branch it follows the sole child and stops where there
 * are several. Cost: the events asked for.
 */
export async function branchNeighbours(
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  counts: { readonly before: number; readonly after: number },
): Promise<Neighbours> {
  const visited = new Set([target.entryId]);
  const before: StoredEvent[] = [];
  for (let current = target; before.length < counts.before; ) {
    const parent = await sessions.event(source, current.parentId);
    if (parent === undefined || visited.has(parent.entryId)) break;
    visited.add(parent.entryId);
    before.unshift(parent);
    current = parent;
  }
  const after: StoredEvent[] = [];
  for (let current = target; after.length < counts.after; ) {
    const children = await sessions.children(source, current.entryId);
    const onPath = children.find((child) => child.branchState === "selected");
    const sole = current.branchState !== "selected" && children.length === 1 ? children[0] : undefined;
    const next = onPath ?? sole;
    if (next === undefined || visited.has(next.entryId)) break;
    visited.add(next.entryId);
    after.push(next);
    current = next;
  }
  return { before, after };
}

/** Durable records beside the target, whatever their branch. */
export async function appendNeighbours(
  target: StoredEvent,
  sessions: VisibleSessions,
  counts: { readonly before: number; readonly after: number },
): Promise<Neighbours> {
  const events = await sessions.neighbours(target, counts.before, counts.after);
  return {
    before: events.filter((event) => event.position < target.position),
    after: events.filter((event) => event.position > target.position),
  };
}
