import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { expectedMatches } from "../../../src/contract/expected-matches.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { passesFilter } from "../../../src/domain/query/passes-filter.ts";
import { analyze, createAnalyzer } from "../../../src/domain/text/analyzer.ts";
import type { IndexableEvent } from "../../../src/ports/event-record.ts";
import type { FilterRecord } from "../../../src/ports/filter-record.ts";
import { event, filter, type RandomEvent, tree } from "./random-search.ts";
import { everySource, matchAll, openTestIndex, term } from "./open-test-index.ts";

function makeEvents(events: readonly RandomEvent[], from: number): IndexableEvent[] {
  return events.map(({ fragments, given }, at) => sampleEvent(`e${from + at}`, from + at, fragments, given));
}

/** Fills an index in several commits that replace, supersede and remove, and answers with the events that are left. */
async function fill(
  index: ReturnType<typeof openTestIndex>,
  events: readonly RandomEvent[],
): Promise<Map<number, IndexableEvent>> {
  const { store } = index;
  const made = makeEvents(events, 0);
  const half = Math.ceil(made.length / 2);
  await store.commit({ sources: [sampleChange("/a", made.slice(0, half)), sampleChange("/b", made.slice(half))] });
  await store.commit({
    sources: [sampleChange("/c", makeEvents(events, 100)), sampleChange("/a", makeEvents(events.slice(0, 2), 1))],
  });
  await store.commit({
    sources: [sampleChange("/b", makeEvents(events.slice(0, 3), 50), { replace: events.length % 2 === 0 })],
  });
  await store.commit({ removed: ["/c"] });
  await store.commit({ sources: [sampleChange("/c", makeEvents(events.slice(1, 4), 200))] });
  const kept = new Map<number, IndexableEvent>();
  const latest = new Map([...made, ...makeEvents(events.slice(0, 2), 1)].map((each) => [`/a ${each.entryId}`, each]));
  for (const each of made.slice(half)) latest.set(`/b ${each.entryId}`, each);
  for (const each of makeEvents(events.slice(0, 3), 50)) latest.set(`/b ${each.entryId}`, each);
  for (const each of makeEvents(events.slice(1, 4), 200)) latest.set(`/c ${each.entryId}`, each);
  for (const source of await store.sources()) {
    for (const stored of await store.eventsOfSource(source.key)) {
      kept.set(stored.key, latest.get(`${source.path} ${stored.entryId}`) as IndexableEvent);
    }
  }
  return kept;
}

const name = (key: number, ordinal: number): string => `${key}/${ordinal}`;

describe("matching", () => {
  test.prop(
    [
      fc.array(event, { minLength: 3, maxLength: 8 }),
      fc.array(fc.tuple(tree, filter), { minLength: 12, maxLength: 12 }),
    ],
    { numRuns: 80 },
  )(
    "finds what a scan of the texts finds, with the domain's relevance, for any history, tree and filter",
    async (events, questions) => {
      const index = openTestIndex(":memory:");
      const kept = await fill(index, events);
      const held = [...kept].flatMap(([key, each]) =>
        each.fragments.map(({ ordinal, text: itsText }) => ({ name: name(key, ordinal), tokens: analyze(itsText) })),
      );
      for (const [query, asked] of questions) {
        const all = held.length === 0 ? new Map<string, number>() : expectedMatches(query, held);
        const eligible = await index.store.eligible(asked);
        const expected = new Map<string, number>();
        for (const stored of await index.store.events([...kept.keys()])) {
          for (const each of stored.fragments) {
            const passes = passesFilter(asked, stored, each);
            expect(eligible.accepts(stored.key, each.ordinal)).toBe(passes);
            const relevance = all.get(name(stored.key, each.ordinal));
            if (passes && relevance !== undefined) expected.set(name(stored.key, each.ordinal), relevance);
          }
        }
        const matches = await matchAll(index, query, asked);
        expect(new Map(matches.map((match) => [name(match.event, match.ordinal), match.relevance]))).toEqual(expected);
        expect(matches).toHaveLength(expected.size);
        const counted = await matchAll(index, query, asked, { relevance: false });
        expect(counted).toEqual(matches.map((match) => ({ ...match, relevance: 0 })));
      }
      await index.store.close();
    },
  );

  it("answers trees that FTS5's parser has no room for", async () => {
    const index = openTestIndex();
    const texts = ["foo bar", "foo", "bar", "baz foo bar", ""];
    await index.store.commit({
      sources: [
        sampleChange(
          "/a",
          texts.map((each, at) => sampleEvent(`e${at}`, at, [each])),
        ),
      ],
    });
    const held = (await index.store.eventsOfSource(1)).map((each, at) => ({
      name: name(each.key, 0),
      tokens: analyze(texts[at] ?? ""),
    }));
    let nested = term("foo");
    let chain = term("foo");
    for (let depth = 0; depth < 200; depth++) {
      const of = [depth % 3 === 0 ? term("bar") : term("foo"), nested];
      nested = { type: depth % 2 === 0 ? "and" : "or", of };
      chain = { type: "not", of: chain, except: depth === 150 ? term("baz") : term("never") };
    }
    for (const query of [nested, chain]) {
      for (const more of [{}, { kinds: new Set(["user.text"] as const) }, { kinds: new Set(["tool.call"] as const) }]) {
        const matches = await matchAll(index, query, { ...(await everySource(index)), ...more });
        const expected = more.kinds?.has("tool.call" as never) ? new Map() : expectedMatches(query, held);
        expect(new Map(matches.map((match) => [name(match.event, match.ordinal), match.relevance]))).toEqual(expected);
      }
    }
  });

  it("takes filters of any size", async () => {
    const index = openTestIndex();
    await index.store.commit({
      sources: [sampleChange("/a", [sampleEvent("a", 1, ["needle"]), sampleEvent("b", 2, ["needle"])])],
    });
    const numbers = Array.from({ length: 200_000 }, (_, at) => at + 2);
    const filters: FilterRecord = {
      sources: new Set([1, ...numbers]),
      excludedEvents: new Set(numbers),
      entryTypes: new Set(["message", ...numbers.map(String)]),
      toolNames: new Set(numbers.map(String)),
    };
    const { toolNames: _none, ...rest } = filters;
    expect(await matchAll(index, term("needle"), filters)).toEqual([]);
    expect((await matchAll(index, term("needle"), rest)).map((match) => match.event)).toEqual([1]);
  });

  it("comes in batches and stops between them when it is cancelled", async () => {
    const index = openTestIndex();
    const texts = Array.from({ length: 5_000 }, (_, at) => sampleEvent(`e${at}`, at, ["needle"]));
    await index.store.commit({ sources: [sampleChange("/a", texts)] });
    const eligible = await index.store.eligible(await everySource(index));
    const cancelled = expect.objectContaining({ name: "RecallError", code: "Cancelled" });
    const controller = new AbortController();
    const batches: number[] = [];
    const running = (async () => {
      for await (const batch of index.engine.match(term("needle"), eligible, { signal: controller.signal })) {
        batches.push(batch.length);
        controller.abort();
      }
    })();
    await expect(running).rejects.toEqual(cancelled);
    expect(batches).toEqual([4_096]);
    const late = index.engine.match(term("needle"), eligible, { signal: controller.signal });
    await expect(late[Symbol.asyncIterator]().next()).rejects.toEqual(cancelled);
  });

  it("lets a commit in between two batches", async () => {
    const index = openTestIndex();
    const texts = Array.from({ length: 5_000 }, (_, at) => sampleEvent(`e${at}`, at, ["needle"]));
    await index.store.commit({ sources: [sampleChange("/a", texts)] });
    let matches = 0;
    for await (const batch of index.engine.match(
      term("needle"),
      await index.store.eligible(await everySource(index)),
    )) {
      matches += batch.length;
      await index.store.commit({ removed: ["/a"] });
    }
    expect(matches).toBe(5_000);
  });

  it("removes and adds the postings of events by the engine's own port", async () => {
    const index = openTestIndex();
    const many = sampleEvent(
      "many",
      1,
      Array.from({ length: 40 }, () => "needle"),
    );
    await index.store.commit({ sources: [sampleChange("/a", [many, sampleEvent("other", 2, ["needle"])])] });
    await index.engine.remove([1, 77]);
    expect((await matchAll(index, term("needle"), await everySource(index))).map((match) => match.event)).toEqual([3]);
    const fragments = [{ event: 1, ordinal: 39, text: "Größe, needle!" }];
    await index.engine.add(fragments, createAnalyzer("test"));
    const matches = await matchAll(
      index,
      { type: "phrase", tokens: ["große", "needle"].map((each) => analyze(each)[0] ?? "") },
      await everySource(index),
    );
    expect(matches).toMatchObject([{ event: 1, ordinal: 39 }]);
  });
});
