import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { createAnalyzer } from "../../../src/domain/text/analyzer.ts";
import { everySource, matchAll, openTestIndex, term } from "./open-test-index.ts";

const events = (count: number) =>
  Array.from({ length: count }, (_, at) => sampleEvent(`e${at}`, at, [`needle w${at} v${at * 7} u${at % 50}`]));

describe("upkeep", () => {
  it("changes no answer and gives the space of what went back to the disk", async () => {
    const index = openTestIndex();
    await index.store.commit({ sources: [sampleChange("/stays", events(20)), sampleChange("/goes", events(3_000))] });
    await index.store.commit({ removed: ["/goes"] });
    const before = await matchAll(index, term("needle"), await everySource(index));
    await index.store.maintain();
    expect(await matchAll(index, term("needle"), await everySource(index))).toEqual(before);
    expect(before).toHaveLength(20);
    expect(statSync(`${index.file}-wal`).size).toBe(0);
    expect((await index.store.describe()).bytes).toBe(statSync(index.file).size);
    expect(statSync(index.file).size).toBeLessThan(150_000);
  });
});

describe("a closed index", () => {
  it("refuses every use with one plain sentence", async () => {
    const { store, engine } = openTestIndex();
    const eligible = await store.eligible({ sources: new Set([1]) });
    await store.close();
    await store.close();
    const uses: Record<string, () => Promise<unknown>> = {
      commit: () => store.commit({}),
      sources: () => store.sources(),
      walks: () => store.walks(),
      events: () => store.events([]),
      event: () => store.event(1, "a"),
      eventsOfSource: () => store.eventsOfSource(1),
      children: () => store.children(1, null),
      neighbours: () => store.neighbours(1, 1, 1, 1),
      relationsFrom: () => store.relationsFrom(1, "a"),
      relationsTo: () => store.relationsTo(1, "a"),
      relationsOfSource: () => store.relationsOfSource(1),
      orderKeys: () => store.orderKeys([]),
      copies: () => store.copies(1, []),
      sweep: () => store.sweep(1),
      holdsHidden: () => store.holdsHidden(),
      lastShared: () => store.lastShared(1, 2),
      eligible: () => store.eligible({ sources: new Set() }),
      describe: () => store.describe(),
      add: () => engine.add([], createAnalyzer("test")),
      remove: () => engine.remove([]),
      match: async () => {
        for await (const batch of engine.match(term("a"), eligible)) expect(batch).toEqual([]);
      },
      accepts: async () => eligible.accepts(1, 0),
      maintain: () => store.maintain(),
      reset: () => store.reset(),
      undiscovered: () => store.undiscovered(),
      eventsBehind: () => store.eventsBehind({ source: 1, through: 0 }, 1),
      discover: () => store.discover([]),
      inspect: async () => store.inspect?.(() => 1),
    };
    for (const [name, use] of Object.entries(uses)) {
      await expect(use(), name).rejects.toMatchObject({ code: "IndexUnavailable", message: "The index is closed." });
    }
    for (const method of Object.getOwnPropertyNames(Object.getPrototypeOf(store))) {
      if (method !== "constructor" && !["close", "erase"].includes(method)) expect(uses).toHaveProperty(method);
    }
  });
});
