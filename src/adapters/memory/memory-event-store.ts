import { RecallError } from "../../domain/model/errors.ts";
import type { DiscoveryMark, DiscoveryStep } from "../../ports/discovery-record.ts";
import type { EventKey, StoredEvent } from "../../ports/event-record.ts";
import type { EventStore, IndexChange, OrderKeyRecord } from "../../ports/event-store.ts";
import type { Eligible, FilterRecord } from "../../ports/filter-record.ts";
import type { HeldPostings, TokenDigest } from "../../ports/held-postings.ts";
import type { RelationRecord } from "../../ports/relation-record.ts";
import type { Analyzer, EngineFragment, SearchEngine } from "../../ports/search-engine.ts";
import type { SourceKey, StoredSource } from "../../ports/source-record.ts";
import { MemoryContent } from "./memory-content.ts";

/** How an index calls itself, and what it costs beside the events. */
export interface EngineDescription {
  readonly engine: string;
  /** Bytes that the engine takes; 0 where it does not say. */
  readonly bytes?: () => number;
  /** What the engine holds of every fragment; absent where only searching tells. */
  readonly inspect?: (digest: TokenDigest) => HeldPostings;
  /** The same of the discovery engine. */
  readonly inspectDiscovery?: (digest: TokenDigest) => HeldPostings;
}

/** An engine for the trigrams of conversations, with the analyzer that makes them. */
export interface DiscoveryEngine {
  readonly engine: SearchEngine;
  readonly analyzer: Analyzer;
}

/** About what one event's metadata takes. */
const BYTES_PER_EVENT = 700;

/** An event store in memory, beside any search engine. Nothing outlives the process. */
export class MemoryEventStore implements EventStore {
  readonly #engine: SearchEngine;
  readonly #analyzer: Analyzer;
  readonly #description: EngineDescription;
  readonly #discovery: DiscoveryEngine | undefined;
  #content = new MemoryContent();
  #nextKey: EventKey = 1;
  readonly inspect?: (digest: TokenDigest) => Promise<HeldPostings>;
  /** Keys that the engine may still hold and the store does not: they match nothing, but they count. */
  #retired: readonly EventKey[] = [];
  #lastCommit: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    engine: SearchEngine,
    analyzer: Analyzer,
    description: EngineDescription = { engine: "custom" },
    discovery?: DiscoveryEngine,
  ) {
    this.#discovery = discovery;
    this.#engine = engine;
    this.#analyzer = analyzer;
    this.#description = description;
    const { inspect, inspectDiscovery } = description;
    if (inspect) {
      this.inspect = async (digest) => {
        const marks = new Map(this.#open().sources.map(({ record, discovered }) => [record.key, discovered]));
        const held = inspectDiscovery?.(digest);
        const markOf = (source: SourceKey): EventKey => marks.get(source) ?? 0;
        return { ...inspect(digest), ...(held && { discovery: { ...held, markOf } }) };
      };
    }
  }

  /** One commit after the other. Error: `IndexUnavailable` when the engine refuses; then nothing of the change is visible. */
  commit(change: IndexChange): Promise<void> {
    return this.#inTurn(() => this.#commit(change));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const commit = this.#lastCommit.then(work);
    this.#lastCommit = commit.catch(() => undefined);
    return commit;
  }

  async #commit(change: IndexChange): Promise<void> {
    this.#open().check(change);
    const firstKey = this.#nextKey;
    const fragments: EngineFragment[] = [];
    for (const event of (change.sources ?? []).flatMap((source) => source.append)) {
      const key = this.#nextKey++;
      for (const { ordinal, text } of event.fragments) fragments.push({ event: key, ordinal, text });
    }
    // New fragments go in under keys that nobody can see yet, then the content turns over at once, then the old ones go.
    try {
      if (fragments.length > 0) await this.#engine.add(fragments, this.#analyzer);
    } catch (cause) {
      await this.#retire(fragments.map((fragment) => fragment.event));
      throw new RecallError("IndexUnavailable", "The search engine did not take the change: try again.", { cause });
    }
    await this.#retire(this.#content.apply(change, firstKey));
  }

  /** Removal cannot undo a commit that is visible: what the engine does not drop now is dropped with the next commit. */
  async #retire(keys: readonly EventKey[]): Promise<void> {
    this.#retired = [...new Set([...this.#retired, ...keys])];
    if (this.#retired.length === 0) return;
    try {
      await this.#engine.remove(this.#retired);
      await this.#discovery?.engine.remove(this.#retired);
      this.#retired = [];
    } catch {
      // They stay retired.
    }
  }

  /** Rows go with the commit that replaces them; what the engine could not drop yet is tried again. */
  async sweep(): Promise<boolean> {
    this.#throwIfClosed();
    await this.#retire([]);
    return this.#retired.length > 0;
  }

  async holdsHidden(): Promise<boolean> {
    return this.#open().holdsHidden || this.#retired.length > 0;
  }

  async undiscovered(): Promise<readonly DiscoveryMark[]> {
    const content = this.#open();
    return this.#discovery ? content.undiscovered() : [];
  }

  async eventsBehind(mark: DiscoveryMark, limit: number): Promise<readonly StoredEvent[]> {
    return this.#open().source(mark.source)?.eventsBehind(mark.through, limit) ?? [];
  }

  /** In turn with commits, so that no event goes meanwhile. */
  discover(steps: readonly DiscoveryStep[]): Promise<void> {
    return this.#inTurn(async () => {
      const content = this.#open();
      if (this.#discovery === undefined) throw new RecallError("IndexUnavailable", "This index has no discovery.");
      for (const { from } of steps) content.checkMark(from);
      const { engine, analyzer } = this.#discovery;
      const added = steps
        .flatMap(({ fragments }) => fragments)
        .filter(({ event }) => content.event(event) !== undefined);
      try {
        if (added.length > 0) await engine.add(added, analyzer);
      } catch (cause) {
        await engine.remove(added.map(({ event }) => event)).catch(() => undefined);
        throw new RecallError("IndexUnavailable", "The search engine did not take the change: try again.", { cause });
      }
      for (const { from, through } of steps) content.moveMark(from.source, through);
    });
  }

  async sources(): Promise<readonly StoredSource[]> {
    const records = this.#open().sources.map((source) => source.record);
    return records.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }

  async walks(): Promise<readonly { readonly root: string; readonly completedAt: number }[]> {
    return Array.from(this.#open().walks, ([root, completedAt]) => ({ root, completedAt }));
  }

  async events(keys: readonly EventKey[]): Promise<readonly StoredEvent[]> {
    const content = this.#open();
    return keys.map((key) => content.event(key)).filter((event) => event !== undefined);
  }

  async event(source: SourceKey, entryId: string): Promise<StoredEvent | undefined> {
    return this.#open().source(source)?.event(entryId);
  }

  async eventsOfSource(source: SourceKey): Promise<readonly StoredEvent[]> {
    return this.#open().source(source)?.views.events ?? [];
  }

  async children(source: SourceKey, parentId: string | null): Promise<readonly StoredEvent[]> {
    return this.#open().source(source)?.views.children.get(parentId) ?? [];
  }

  async neighbours(
    source: SourceKey,
    position: number,
    before: number,
    after: number,
  ): Promise<readonly StoredEvent[]> {
    const events = await this.eventsOfSource(source);
    const lower = events.filter((event) => event.position < position);
    const higher = events.filter((event) => event.position > position);
    return [...lower.slice(Math.max(0, lower.length - before)), ...higher.slice(0, after)];
  }

  async relationsFrom(source: SourceKey, entryId: string): Promise<readonly RelationRecord[]> {
    return this.#open().source(source)?.views.relationsFrom.get(entryId) ?? [];
  }

  async relationsTo(source: SourceKey, to: string): Promise<readonly RelationRecord[]> {
    return this.#open().source(source)?.views.relationsTo.get(to) ?? [];
  }

  async relationsOfSource(source: SourceKey): Promise<readonly RelationRecord[]> {
    return [...(this.#open().source(source)?.relations ?? [])];
  }

  async orderKeys(keys: readonly EventKey[]): Promise<readonly OrderKeyRecord[]> {
    return (await this.events(keys)).map(({ key, source, entryId, entryType, time, contentHash }) => {
      return { key, source, entryId, entryType, time, contentHash };
    });
  }

  async copies(source: SourceKey, others: readonly SourceKey[]): Promise<readonly EventKey[]> {
    const own = this.#open().source(source);
    const theirs = others.flatMap((other) => this.#open().source(other)?.views.events ?? []);
    return theirs.filter((event) => isCopy(own?.event(event.entryId), event)).map((event) => event.key);
  }

  async lastShared(child: SourceKey, parent: SourceKey): Promise<StoredEvent | undefined> {
    const content = this.#open().source(parent);
    return (await this.eventsOfSource(child)).findLast((event) => isCopy(content?.event(event.entryId), event));
  }

  async eligible(filter: FilterRecord): Promise<Eligible> {
    const content = this.#open();
    return { filter, accepts: (event, ordinal) => content.accepts(filter, event, ordinal) };
  }

  async describe(): Promise<{ engine: string; location: string; bytes: number; version: string }> {
    const { engine, bytes } = this.#description;
    const held = this.#open().eventCount * BYTES_PER_EVENT + (bytes?.() ?? 0);
    return { engine, location: "memory", bytes: held, version: this.#analyzer.version };
  }

  async maintain(): Promise<void> {
    await this.sweep();
  }

  async reset(): Promise<void> {
    this.#throwIfClosed();
    await this.#lastCommit;
    await this.#retire(this.#content.apply({ removed: this.#content.paths }, this.#nextKey));
    this.#content = new MemoryContent();
  }

  async erase(): Promise<void> {
    await this.close();
  }

  /** Waits for the commit under way and lets go of everything. Closing twice is no error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastCommit;
    this.#content = new MemoryContent();
  }

  #open(): MemoryContent {
    this.#throwIfClosed();
    return this.#content;
  }

  #throwIfClosed(): void {
    if (this.#isClosed) throw new RecallError("IndexUnavailable", "The index is closed: open it again.");
  }
}

function isCopy(one: StoredEvent | undefined, other: StoredEvent): boolean {
  return one?.entryType === other.entryType && one.contentHash === other.contentHash;
}
