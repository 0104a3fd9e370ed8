import { passesFilter } from "../../domain/query/passes-filter.ts";
import type { EventKey, StoredEvent } from "../../ports/event-record.ts";
import type { IndexChange, SourceChange } from "../../ports/event-store.ts";
import type { FilterRecord } from "../../ports/filter-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import { SourceContent } from "./source-content.ts";

/** What the memory store holds. Every change is synchronous, so nobody sees half of it. */
export class MemoryContent {
  readonly walks = new Map<string, number>();
  readonly #sources = new Map<SourceKey, SourceContent>();
  readonly #keysOfPaths = new Map<string, SourceKey>();
  readonly #events = new Map<EventKey, StoredEvent>();
  #nextSource: SourceKey = 1;

  get sources(): readonly SourceContent[] {
    return [...this.#sources.values()];
  }

  get eventCount(): number {
    return this.#events.size;
  }

  source(key: SourceKey): SourceContent | undefined {
    return this.#sources.get(key);
  }

  event(key: EventKey): StoredEvent | undefined {
    return this.#events.get(key);
  }

  /** The filter rule over what is held now. */
  accepts(filter: FilterRecord, key: EventKey, ordinal: number): boolean {
    const event = this.#events.get(key);
    const fragment = event?.fragments.find((candidate) => candidate.ordinal === ordinal);
    return event !== undefined && fragment !== undefined && passesFilter(filter, event, fragment);
  }

  /** Applies a change, its new events getting keys in order from `firstKey`. Answers with the keys that are not held any more. */
  apply(change: IndexChange, firstKey: EventKey): EventKey[] {
    let nextKey = firstKey;
    const gone = (change.removed ?? []).flatMap((path) => this.#removeSource(path));
    for (const source of change.sources ?? []) {
      for (const key of this.#applySource(source, nextKey)) gone.push(key);
      nextKey += source.append.length;
    }
    for (const { root, completedAt } of change.walks ?? []) this.walks.set(root, completedAt);
    for (const key of gone) this.#events.delete(key);
    return gone;
  }

  #applySource(change: SourceChange, firstKey: EventKey): EventKey[] {
    const content = this.#openSource(change.source);
    const gone = change.replace ? content.clear() : [];
    for (const [index, event] of change.append.entries()) {
      const earlier = content.put(event, firstKey + index);
      if (earlier) gone.push(earlier.key);
      this.#hold(content.event(event.entryId));
    }
    for (const state of change.states) this.#hold(content.setState(state));
    content.addRelations(change.relations);
    return gone;
  }

  #hold(event: StoredEvent | undefined): void {
    if (event) this.#events.set(event.key, event);
  }

  #openSource(record: SourceChange["source"]): SourceContent {
    const key = this.#keysOfPaths.get(record.path) ?? this.#nextSource++;
    const stored = { ...record, key };
    const known = this.#sources.get(key);
    if (known) {
      known.record = stored;
      return known;
    }
    const content = new SourceContent(stored);
    this.#keysOfPaths.set(record.path, key);
    this.#sources.set(key, content);
    return content;
  }

  #removeSource(path: string): EventKey[] {
    const key = this.#keysOfPaths.get(path);
    const content = key === undefined ? undefined : this.#sources.get(key);
    if (key === undefined || content === undefined) return [];
    this.#keysOfPaths.delete(path);
    this.#sources.delete(key);
    return content.clear();
  }
}
