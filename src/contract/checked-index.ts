import assert from "node:assert/strict";
import type { EventKey } from "../ports/event-record.ts";
import type { IndexChange } from "../ports/event-store.ts";
import type { FilterRecord } from "../ports/filter-record.ts";
import type { QueryTree } from "../ports/query-tree.ts";
import type { Analyzer, MatchOptions } from "../ports/search-engine.ts";
import type { SourceKey } from "../ports/source-record.ts";
import type { IndexUnderTest } from "./contract-law.ts";
import { expectedMatches, type KnownFragment } from "./expected-matches.ts";
import { sampleChange, sampleEvent } from "./sample-records.ts";

/** The filter of a law, which knows files by path and events by name. */
export type FilterOf = (keys: {
  readonly source: (path: string) => SourceKey;
  readonly event: (name: string) => EventKey;
}) => Partial<FilterRecord>;

const TOLERANCE = 1e-9;

/**
 * An index beside a plain list of what it must hold. Files are named by path, events `<path>/<entry id>` and fragments
 * `<path>/<entry id>/<ordinal>`, because keys differ from index to index.
 */
export class CheckedIndex {
  readonly index: IndexUnderTest;
  readonly #analyzer: Analyzer;
  readonly #afterCommit: ((change: IndexChange) => Promise<void>) | undefined;
  readonly #held = new Map<string, readonly KnownFragment[]>();
  #commits = 0;

  /** `afterCommit`: fills what the engine holds, where a commit alone does not. */
  constructor(index: IndexUnderTest, analyzer: Analyzer, afterCommit?: (change: IndexChange) => Promise<void>) {
    this.index = index;
    this.#analyzer = analyzer;
    this.#afterCommit = afterCommit;
  }

  /** Writes events, one text per fragment, in one commit; an entry id that is held is replaced. */
  async write(path: string, events: Readonly<Record<string, readonly string[]>>, replace = false): Promise<void> {
    const position = ++this.#commits * 1_000;
    const append = Object.entries(events).map(([entryId, texts], at) => sampleEvent(entryId, position + at, texts));
    if (replace) this.#forget(path);
    for (const [entryId, texts] of Object.entries(events)) {
      const name = `${path}/${entryId}`;
      const fragments = texts.map((text, ordinal) => ({
        name: `${name}/${ordinal}`,
        tokens: this.#analyzer.tokens(text),
      }));
      this.#held.set(name, fragments);
    }
    await this.commit({ sources: [sampleChange(path, append, { replace })] });
  }

  /** Writes one event per text; the entry ids are `e0`, `e1` … */
  async writeTexts(path: string, texts: readonly string[]): Promise<void> {
    await this.write(path, Object.fromEntries(texts.map((text, at) => [`e${at}`, [text]])));
  }

  async removeFile(path: string): Promise<void> {
    this.#forget(path);
    await this.commit({ removed: [path] });
  }

  async commit(change: IndexChange): Promise<void> {
    await this.index.store.commit(change);
    await this.#afterCommit?.(change);
  }

  /** What the engine answers: fragment names with their relevance. Fails when one comes twice or is unknown to the store. */
  async matches(
    query: QueryTree,
    filter: FilterOf = () => ({}),
    options: MatchOptions = {},
  ): Promise<Map<string, number>> {
    const { store, engine } = this.index;
    const eligible = await store.eligible(await this.#resolve(filter));
    const paths = new Map((await store.sources()).map((source) => [source.key, source.path]));
    const found = new Map<string, number>();
    for await (const batch of engine.match(query, eligible, options)) {
      const events = await store.events(batch.map((match) => match.event));
      const names = new Map(events.map((event) => [event.key, `${paths.get(event.source)}/${event.entryId}`]));
      for (const { event, ordinal, relevance } of batch) {
        const name = `${names.get(event)}/${ordinal}`;
        assert.ok(!found.has(name), `${name} came back twice`);
        found.set(name, relevance);
      }
    }
    return found;
  }

  /** Asserts that the engine's answer is the domain's: the same fragments, with relevance and, when only counts are asked for, without. */
  async check(query: QueryTree, filter?: FilterOf, isEligible: (name: string) => boolean = () => true): Promise<void> {
    const asked = JSON.stringify(query);
    const everything = expectedMatches(query, [...this.#held.values()].flat());
    const expected = new Map([...everything].filter(([name]) => isEligible(name)));
    const found = await this.matches(query, filter);
    assert.deepEqual(sortedNames(found), sortedNames(expected), `fragments that match ${asked}`);
    for (const [name, relevance] of expected) {
      const given = found.get(name) ?? Number.NaN;
      assert.ok(
        Math.abs(given - relevance) <= TOLERANCE,
        `relevance of ${name} for ${asked}: ${given}, not ${relevance}`,
      );
    }
    const counted = await this.matches(query, filter, { relevance: false });
    assert.deepEqual(sortedNames(counted), sortedNames(expected), `fragments that match ${asked}, without relevance`);
    assert.ok(
      [...counted.values()].every((relevance) => relevance === 0),
      "relevance is 0 when only counts are asked for",
    );
  }

  #forget(path: string): void {
    for (const name of this.#held.keys()) if (name.startsWith(`${path}/`)) this.#held.delete(name);
  }

  async #resolve(filter: FilterOf): Promise<FilterRecord> {
    const { store } = this.index;
    const sources = new Map((await store.sources()).map((source) => [source.path, source.key]));
    const keys = new Map<string, EventKey>();
    for (const [path, source] of sources) {
      for (const event of await store.eventsOfSource(source)) keys.set(`${path}/${event.entryId}`, event.key);
    }
    const given = filter({ source: (path) => known(sources, path), event: (name) => known(keys, name) });
    return { sources: new Set(sources.values()), ...given };
  }
}

function known(keys: ReadonlyMap<string, number>, name: string): number {
  const key = keys.get(name);
  assert.ok(key !== undefined, `${name} is not in the index`);
  return key;
}

function sortedNames(matches: ReadonlyMap<string, number>): string[] {
  return [...matches.keys()].toSorted();
}
