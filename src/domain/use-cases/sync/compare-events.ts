import type { FragmentRecord, IndexableEvent, StateRecord, StoredEvent } from "../../../ports/event-record.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import type { SourceChange } from "../../../ports/event-store.ts";
import type { IndexedSession } from "./index-session.ts";

/**
 * The smallest change from what the index holds of a file to what the file holds now: appended events and changed states where the held
 * events still stand as they were, else everything anew. Cost: linear.
 */
export function compareEvents(
  held: { readonly events: readonly StoredEvent[]; readonly relations: readonly RelationRecord[] },
  now: IndexedSession,
): Pick<SourceChange, "replace" | "append" | "states" | "relations"> {
  const present = new Map(now.events.map((event) => [event.entryId, event]));
  const heldIds = new Map(held.events.map((event) => [event.entryId, event]));
  const stands = held.events.every((event) => {
    const today = present.get(event.entryId);
    return today !== undefined && (isSameRecord(event, today) || today.position > event.position);
  });
  const known = new Set(now.relations.map(relationIdentity));
  if (
    held.events.length === 0 ||
    !stands ||
    !held.relations.every((relation) => known.has(relationIdentity(relation)))
  ) {
    return { replace: true, append: now.events, states: [], relations: now.relations };
  }
  const append: IndexableEvent[] = [];
  const states: StateRecord[] = [];
  for (const event of now.events) {
    const before = heldIds.get(event.entryId);
    if (before === undefined || !isSameRecord(before, event)) append.push(event);
    else if (before.branchState !== event.branchState || before.selectionState !== event.selectionState) {
      states.push({ entryId: event.entryId, branchState: event.branchState, selectionState: event.selectionState });
    }
  }
  // A repeated id takes its old event's edges with it, so those of appended events all count as new.
  const appended = new Set(append.map((event) => event.entryId));
  const before = new Set(held.relations.map(relationIdentity));
  const relations = now.relations.filter(
    (relation) => appended.has(relation.from) || !before.has(relationIdentity(relation)),
  );
  return { replace: false, append, states, relations };
}

/** Everything but the states, which change without the record, and the texts, which the hash stands for. */
export function isSameRecord(one: StoredEvent, other: IndexableEvent): boolean {
  return (
    one.position === other.position &&
    one.byteOffset === other.byteOffset &&
    one.byteLength === other.byteLength &&
    one.parentId === other.parentId &&
    one.contentHash === other.contentHash &&
    one.entryType === other.entryType &&
    one.role === other.role &&
    one.time === other.time &&
    one.isError === other.isError &&
    one.contribution === other.contribution &&
    one.fragments.length === other.fragments.length &&
    one.fragments.every((fragment, at) => isSameFragment(fragment, other.fragments[at]))
  );
}

function isSameFragment(one: FragmentRecord, other: FragmentRecord | undefined): boolean {
  return (
    one.kind === other?.kind &&
    one.toolName === other.toolName &&
    (one.isError ?? false) === (other.isError ?? false) &&
    (one.isOwnCall ?? false) === (other.isOwnCall ?? false)
  );
}

/** An edge as a text that equal ones share. */
export function relationIdentity(relation: RelationRecord): string {
  return JSON.stringify([relation.from, relation.relation, relation.to, relation.evidence]);
}
