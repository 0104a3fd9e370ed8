import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { MemoryEventStore } from "../../../src/adapters/memory/memory-event-store.ts";
import { MiniSearchEngine } from "../../../src/adapters/memory/minisearch-engine.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { createAnalyzer } from "../../../src/domain/text/analyzer.ts";
import type { EngineFragment, SearchEngine } from "../../../src/ports/search-engine.ts";

const analyzer = createAnalyzer("test");

/** A MiniSearch engine whose next `add` waits, or whose `remove` fails, on demand. */
class HesitantEngine extends MiniSearchEngine implements SearchEngine {
  readonly removals: (readonly number[])[] = [];
  refusesRemoval = false;
  beforeAdd: Promise<void> = Promise.resolve();

  constructor() {
    super(MiniSearch);
  }

  override async add(fragments: readonly EngineFragment[]): Promise<void> {
    await this.beforeAdd;
    await super.add(fragments, analyzer);
  }

  override async remove(events: readonly number[]): Promise<void> {
    this.removals.push(events);
    if (this.refusesRemoval) throw new Error("The line is down.");
    await super.remove(events);
  }
}

async function entryIds(store: MemoryEventStore): Promise<string[]> {
  const sources = await store.sources();
  const events = await Promise.all(sources.map((source) => store.eventsOfSource(source.key)));
  return events.flat().map((event) => event.entryId);
}

describe("the memory event store", () => {
  test("shows nothing of a change before the engine has taken all of it", async () => {
    const engine = new HesitantEngine();
    const store = new MemoryEventStore(engine, analyzer);
    await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("old", 1, ["x"])])] });
    const gate = Promise.withResolvers<void>();
    engine.beforeAdd = gate.promise;
    const commit = store.commit({
      sources: [sampleChange("a.jsonl", [sampleEvent("new", 1, ["x"])], { replace: true })],
    });
    const next = store.commit({ sources: [sampleChange("b.jsonl", [])] });
    await setImmediate();
    expect(await entryIds(store)).toEqual(["old"]);
    expect(await store.sources(), "the next commit waits for this one").toHaveLength(1);
    gate.resolve();
    await commit;
    expect(await entryIds(store)).toEqual(["new"]);
    await next;
    expect(await store.sources()).toHaveLength(2);
  });

  test("keeps a commit whose old fragments the engine would not drop, and asks again with the next", async () => {
    const engine = new HesitantEngine();
    const store = new MemoryEventStore(engine, analyzer);
    await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e", 1, ["x"])])] });
    engine.refusesRemoval = true;
    await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e", 2, ["y"])])] });
    const [event] = await store.eventsOfSource((await store.sources())[0]?.key ?? 0);
    expect(event?.position).toBe(2);
    engine.refusesRemoval = false;
    await store.commit({});
    await store.commit({});
    expect(engine.removals).toEqual([[1], [1]]);
  });

  test("does not ask the engine about events without fragments", async () => {
    const engine = new HesitantEngine();
    engine.beforeAdd = Promise.reject(new Error("Nothing should be added."));
    engine.beforeAdd.catch(() => undefined);
    const store = new MemoryEventStore(engine, analyzer);
    await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("bare", 1, [])])] });
    expect(await entryIds(store)).toEqual(["bare"]);
    expect(engine.removals).toEqual([]);
  });

  test("finishes the commit under way before it closes, and then refuses everything", async () => {
    const store = new MemoryEventStore(new MiniSearchEngine(MiniSearch), analyzer);
    const commit = store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e", 1, ["x"])])] });
    await Promise.resolve();
    const closed = store.close();
    await expect(commit).resolves.toBeUndefined();
    await closed;
    await store.close();
    const closedError = { code: "IndexUnavailable" };
    const uses = [
      () => store.commit({}),
      () => store.sources(),
      () => store.walks(),
      () => store.events([1]),
      () => store.event(1, "e"),
      () => store.eventsOfSource(1),
      () => store.children(1, null),
      () => store.neighbours(1, 1, 1, 1),
      () => store.relationsFrom(1, "e"),
      () => store.relationsTo(1, "e"),
      () => store.relationsOfSource(1),
      () => store.orderKeys([1]),
      () => store.copies(1, [2]),
      () => store.lastShared(1, 2),
      () => store.eligible({ sources: new Set() }),
      () => store.describe(),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject(closedError);
  });

  test("tells what it is and about how much memory it takes", async () => {
    const store = new MemoryEventStore(new MiniSearchEngine(MiniSearch), analyzer, {
      engine: "mine",
      bytes: () => 5_000,
    });
    expect(await store.describe()).toEqual({
      engine: "mine",
      location: "memory",
      bytes: 5_000,
      version: analyzer.version,
    });
    await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e", 1, ["x"])])] });
    expect((await store.describe()).bytes).toBeGreaterThan(5_000);
  });
});
