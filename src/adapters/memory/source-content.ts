import type { EventKey, IndexableEvent, StateRecord, StoredEvent } from "../../ports/event-record.ts";
import type { RelationRecord } from "../../ports/relation-record.ts";
import type { StoredSource } from "../../ports/source-record.ts";

/** What is derived from a file's events and edges; computed on the first read after a change. */
interface Views {
  /** In append order. */
  readonly events: readonly StoredEvent[];
  readonly children: ReadonlyMap<string | null, readonly StoredEvent[]>;
  readonly relationsFrom: ReadonlyMap<string, readonly RelationRecord[]>;
  /** In append order of the recording events. */
  readonly relationsTo: ReadonlyMap<string, readonly RelationRecord[]>;
}

/** The events and edges of one session file. */
export class SourceContent {
  record: StoredSource;
  /** Key of the last event that the discovery index has taken. */
  discovered: EventKey = 0;
  readonly #events = new Map<string, StoredEvent>();
  #relations: RelationRecord[] = [];
  /** Entries whose edges so far are those of an earlier event: dropped together, since each time costs all of the edges. */
  readonly #replaced = new Set<string>();
  #views: Views | undefined;

  constructor(record: StoredSource) {
    this.record = record;
  }

  get relations(): readonly RelationRecord[] {
    this.#dropReplaced();
    return this.#relations;
  }

  get views(): Views {
    this.#views ??= this.#derive();
    return this.#views;
  }

  event(entryId: string): StoredEvent | undefined {
    return this.#events.get(entryId);
  }

  /** Events of higher keys, in their order, which is that of the map. */
  eventsBehind(key: EventKey, limit: number): StoredEvent[] {
    const behind: StoredEvent[] = [];
    for (const event of this.#events.values()) {
      if (event.key <= key) continue;
      behind.push(event);
      if (behind.length === limit) break;
    }
    return behind;
  }

  /** Drops everything and answers with the keys that were held. */
  clear(): EventKey[] {
    const keys = Array.from(this.#events.values(), (event) => event.key);
    this.#events.clear();
    this.#replaced.clear();
    this.#relations = [];
    this.#views = undefined;
    return keys;
  }

  /** Puts an event in, in place of an earlier one of the same entry id and of what that one recorded; answers with the earlier one. */
  put(event: IndexableEvent, key: EventKey): StoredEvent | undefined {
    const earlier = this.#events.get(event.entryId);
    if (earlier) this.#replaced.add(event.entryId);
    // Taken out first, so that the map's order is that of the keys: it decides between equal positions.
    this.#events.delete(event.entryId);
    this.#events.set(event.entryId, toStoredEvent(event, key, this.record.key));
    this.#views = undefined;
    return earlier;
  }

  /** Answers with the event as it is now, or undefined when the file holds no such entry. */
  setState(state: StateRecord): StoredEvent | undefined {
    const event = this.#events.get(state.entryId);
    if (!event) return undefined;
    const changed = { ...event, branchState: state.branchState, selectionState: state.selectionState };
    this.#events.set(state.entryId, changed);
    this.#views = undefined;
    return changed;
  }

  /** Edges of entries that the file does not hold are ignored. */
  addRelations(relations: readonly RelationRecord[]): void {
    this.#dropReplaced();
    for (const relation of relations) if (this.#events.has(relation.from)) this.#relations.push(relation);
    this.#views = undefined;
  }

  #dropReplaced(): void {
    if (this.#replaced.size === 0) return;
    this.#relations = this.#relations.filter((relation) => !this.#replaced.has(relation.from));
    this.#replaced.clear();
  }

  #derive(): Views {
    this.#dropReplaced();
    const events = [...this.#events.values()].toSorted((one, other) => one.position - other.position);
    const positionOf = (relation: RelationRecord) => this.#events.get(relation.from)?.position ?? 0;
    const inAppendOrder = this.#relations.toSorted((one, other) => positionOf(one) - positionOf(other));
    return {
      events,
      children: Map.groupBy(events, (event) => event.parentId),
      relationsFrom: Map.groupBy(this.#relations, (relation) => relation.from),
      relationsTo: Map.groupBy(inAppendOrder, (relation) => relation.to),
    };
  }
}

function toStoredEvent(event: IndexableEvent, key: EventKey, source: number): StoredEvent {
  const fragments = event.fragments.map(({ text: _text, ...record }) => record);
  return { ...event, fragments, key, source };
}
