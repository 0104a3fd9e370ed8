import type { EventRef } from "../../ports/event-ref.ts";
import { compareKnown, compareTexts } from "../model/compare.ts";

/** What copy collapsing looks at. */
export interface CopyKey extends EventRef {
  /** Identity of the lineage that the session belongs to, for this caller. */
  readonly lineage: string;
  readonly entryType: string;
  readonly contentHash: string;
  /** Steps from the lineage's root. */
  readonly depth: number;
  /** Time of the session's header in milliseconds, or null. */
  readonly startedTime: number | null;
}

export interface CollapsedCopies<Item extends CopyKey> {
  /** The event that stands for all. */
  readonly canonical: Item;
  /** The others, in canonical order. */
  readonly copies: readonly Item[];
}

/**
 * Copies of one event across a lineage become one item at the canonical event (design §2): the smallest lineage depth, then the
 * earliest header time (none last), then the smallest session id. Does not depend on the order of the items.
 */
export function collapseCopies<Item extends CopyKey>(items: readonly Item[]): CollapsedCopies<Item>[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const identity = JSON.stringify([item.lineage, item.entryId, item.entryType, item.contentHash]);
    const group = groups.get(identity);
    if (group) group.push(item);
    else groups.set(identity, [item]);
  }
  return [...groups.values()].map((group) => {
    const [canonical, ...copies] = group.length === 1 ? group : group.toSorted(compareCanonical);
    return { canonical: canonical as Item, copies };
  });
}

/** Order of the copies of one event: the canonical one first. */
export function compareCanonical(one: CopyKey, other: CopyKey): number {
  return (
    one.depth - other.depth ||
    compareKnown(one.startedTime, other.startedTime) ||
    compareTexts(one.sessionId, other.sessionId)
  );
}
