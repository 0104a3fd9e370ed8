import { RecallError } from "../../domain/model/errors.ts";
import { passesFilter } from "../../domain/query/passes-filter.ts";
import type { DiscoveryMark } from "../../ports/discovery-record.ts";
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
  /** Hidden generations by path: their events are held by nobody else, so nothing finds them. */
  readonly #hidden = new Map<string, { readonly generation: string; readonly content: SourceContent }>();
  readonly #events = new Map<EventKey, StoredEvent>();
  #nextSource: SourceKey = 1;

  get sources(): readonly SourceContent[] {
    return [...this.#sources.values()];
  }

  /** Of all files, hidden ones included. */
  get paths(): readonly string[] {
    return [...new Set([...this.#keysOfPaths.keys(), ...this.#hidden.keys()])];
  }

  get holdsHidden(): boolean {
    return this.#hidden.size > 0;
  }

  get eventCount(): number {
    return this.#events.size;
  }

  /** Files with events behind their marks. */
  undiscovered(): DiscoveryMark[] {
    return Array.from(this.#sources, ([source, content]) => ({ source, through: content.discovered })).filter(
      ({ source, through }) => (this.#sources.get(source)?.eventsBehind(through, 1).length ?? 0) > 0,
    );
  }

  /** Errors: `Conflict` where the file's mark is another one, or the file does not answer. */
  checkMark({ source, through }: DiscoveryMark): void {
    if (this.#sources.get(source)?.discovered !== through) throw conflict();
  }

  moveMark(source: SourceKey, through: EventKey): void {
    const content = this.#sources.get(source);
    if (content) content.discovered = through;
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

  /** Errors: `Conflict` where a change was computed from other rows than are held. Call before `apply`. */
  check(change: IndexChange): void {
    const begun = new Map(Array.from(this.#hidden, ([path, { generation }]) => [path, generation]));
    for (const { source, basis, generation, replace } of change.sources ?? []) {
      const key = this.#keysOfPaths.get(source.path);
      const held = key === undefined ? undefined : this.#sources.get(key)?.record;
      if (basis && ((held?.offset ?? 0) !== basis.offset || (held?.boundaryHash ?? "") !== basis.boundaryHash)) {
        throw conflict();
      }
      if (generation !== undefined && replace) begun.set(source.path, generation);
      if (generation === undefined && source.state !== "pending") begun.delete(source.path);
      if (generation !== undefined && begun.get(source.path) !== generation) throw conflict();
    }
    for (const { path, generation } of change.promoted ?? []) if (begun.get(path) !== generation) throw conflict();
  }

  /** Applies a change, its new events getting keys in order from `firstKey`. Answers with the keys that are not held any more. */
  apply(change: IndexChange, firstKey: EventKey): EventKey[] {
    let nextKey = firstKey;
    const gone = (change.removed ?? []).flatMap((path) => this.#removeSource(path));
    for (const source of change.sources ?? []) {
      for (const key of this.#applySource(source, nextKey)) gone.push(key);
      nextKey += source.append.length;
    }
    for (const { path } of change.promoted ?? []) gone.push(...this.#promote(path));
    for (const { root, completedAt } of change.walks ?? []) this.walks.set(root, completedAt);
    for (const key of gone) this.#events.delete(key);
    return gone;
  }

  #applySource(change: SourceChange, firstKey: EventKey): EventKey[] {
    if (change.generation !== undefined) return this.#applyHidden(change, change.generation, firstKey);
    const gone = change.source.state === "pending" ? [] : this.#endHidden(change.source.path);
    const content = this.#openSource(change.source);
    if (change.replace) gone.push(...content.clear());
    gone.push(...putAll(content, change, firstKey));
    for (const { entryId } of [...change.append, ...change.states]) this.#hold(content.event(entryId));
    return gone;
  }

  #applyHidden(change: SourceChange, generation: string, firstKey: EventKey): EventKey[] {
    const { path } = change.source;
    const before = change.replace ? this.#hidden.get(path)?.content.clear() : undefined;
    const content =
      (change.replace ? undefined : this.#hidden.get(path)?.content) ??
      new SourceContent({ ...change.source, key: this.#nextSource++ });
    content.record = { ...change.source, key: content.record.key };
    this.#hidden.set(path, { generation, content });
    return [...(before ?? []), ...putAll(content, change, firstKey)];
  }

  #endHidden(path: string): EventKey[] {
    const gone = this.#hidden.get(path)?.content.clear() ?? [];
    this.#hidden.delete(path);
    return gone;
  }

  #promote(path: string): EventKey[] {
    const hidden = this.#hidden.get(path);
    if (hidden === undefined) return [];
    this.#hidden.delete(path);
    const gone = this.#removeSource(path);
    const { content } = hidden;
    this.#keysOfPaths.set(path, content.record.key);
    this.#sources.set(content.record.key, content);
    for (const event of content.views.events) this.#hold(event);
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
    const gone = this.#hidden.get(path)?.content.clear() ?? [];
    this.#hidden.delete(path);
    const key = this.#keysOfPaths.get(path);
    const content = key === undefined ? undefined : this.#sources.get(key);
    if (key === undefined || content === undefined) return gone;
    this.#keysOfPaths.delete(path);
    this.#sources.delete(key);
    return [...gone, ...content.clear()];
  }
}

/** Puts a change's events, states and edges in and answers with the keys that they take the place of. */
function putAll(content: SourceContent, change: SourceChange, firstKey: EventKey): EventKey[] {
  const gone: EventKey[] = [];
  for (const [index, event] of change.append.entries()) {
    const earlier = content.put(event, firstKey + index);
    if (earlier) gone.push(earlier.key);
  }
  for (const state of change.states) content.setState(state);
  content.addRelations(change.relations);
  return gone;
}

function conflict(): RecallError {
  return new RecallError("Conflict", "This part of the index has been brought up to date meanwhile.");
}
