import assert from "node:assert/strict";
import type { IndexableEvent } from "../ports/event-record.ts";
import type { FilterRecord } from "../ports/filter-record.ts";
import type { ContractLaw, CreateIndex, IndexUnderTest } from "./contract-law.ts";
import { onIndex } from "./on-index.ts";
import { sampleChange, sampleEvent } from "./sample-records.ts";

const EVENTS: readonly IndexableEvent[] = [
  sampleEvent("user", 1, ["word", { kind: "label.text", text: "word" }], { time: 100 }),
  sampleEvent("call", 2, [{ kind: "tool.call", toolName: "bash", text: "word" }], {
    role: "assistant",
    time: 200,
    branchState: "alternate",
  }),
  sampleEvent("failed", 3, [{ kind: "tool.result", toolName: "read", isError: true, text: "word" }], {
    role: "toolResult",
    isError: true,
    time: 300,
    selectionState: "summarized",
  }),
  sampleEvent("own", 4, [{ kind: "tool.call", toolName: "event_search", isOwnCall: true, text: "word" }], {
    role: "assistant",
    time: 400,
  }),
  sampleEvent("undated", 5, ["word"], {
    entryType: "custom_message",
    role: "custom",
    time: null,
    branchState: "unknown",
  }),
  sampleEvent("own bash", 6, [{ kind: "bash.command", toolName: "bash", isOwnCall: true, text: "word" }], {
    role: "bashExecution",
    time: 600,
  }),
];
const USUAL = ["user/0", "user/1", "call/0", "failed/0", "undated/0"];

/** A filter and the fragments of `EVENTS` that pass it, in append order. */
const VERDICTS: readonly (readonly [sentence: string, filter: Partial<FilterRecord>, passing: readonly string[]])[] = [
  ["without a filter all pass but our own tools' calls", {}, USUAL],
  ["kinds test the fragment", { kinds: new Set(["label.text", "tool.result"]) }, ["user/1", "failed/0"]],
  ["a tool's name brings its own calls with it", { toolNames: new Set(["bash"]) }, ["call/0", "own bash/0"]],
  ["our own tools pass when they are named", { toolNames: new Set(["event_search", "read"]) }, ["failed/0", "own/0"]],
  ["entry types test the event", { entryTypes: new Set(["custom_message"]) }, ["undated/0"]],
  ["roles test the event", { roles: new Set(["user", "toolResult"]) }, ["user/0", "user/1", "failed/0"]],
  ["errors only", { errorOnly: true }, ["failed/0"]],
  ["errors not only", { errorOnly: false }, USUAL],
  ["times are inclusive and leave out what has none", { fromTime: 200, toTime: 300 }, ["call/0", "failed/0"]],
  ["an open time still leaves out what has none", { fromTime: 0 }, ["user/0", "user/1", "call/0", "failed/0"]],
  ["branch states", { branchStates: new Set(["alternate", "unknown"]) }, ["call/0", "undated/0"]],
  ["selection states", { selectionStates: new Set(["summarized"]) }, ["failed/0"]],
  ["fields are joined by and", { roles: new Set(["assistant"]), branchStates: new Set(["selected"]) }, []],
  ["an empty set accepts nothing", { kinds: new Set() }, []],
];

/** Two files with the same events; keys by entry id are those of the first. */
const open = async (index: IndexUnderTest) => {
  await index.store.commit({ sources: [sampleChange("a.jsonl", EVENTS), sampleChange("b.jsonl", EVENTS)] });
  const [a, b] = (await index.store.sources()).map((source) => source.key);
  assert.ok(a !== undefined && b !== undefined);
  const keys = new Map((await index.store.eventsOfSource(a)).map((event) => [event.entryId, event.key]));
  return { a, b, key: (entryId: string) => keys.get(entryId) ?? 0 };
};

/** The filter, as data and as predicate: both sides of an index keep the domain's rule. */
export function filterLaws(createIndex: CreateIndex): ContractLaw[] {
  const verdicts = Object.fromEntries(
    VERDICTS.map(([sentence, filter, passing]) => [
      `filter: ${sentence}`,
      async (index: IndexUnderTest) => {
        const { a } = await open(index);
        assert.deepEqual(await passingFragments(index, { sources: new Set([a]), ...filter }), passing);
      },
    ]),
  );
  return onIndex(createIndex, {
    ...verdicts,
    "filter: no file, no match": async (index) => {
      await open(index);
      assert.deepEqual(await passingFragments(index, { sources: new Set() }), []);
    },
    "filter: events can be left out one by one": async (index) => {
      const { a, key } = await open(index);
      const excludedEvents = new Set([key("user"), key("failed")]);
      assert.deepEqual(await passingFragments(index, { sources: new Set([a]), excludedEvents }), [
        "call/0",
        "undated/0",
      ]);
    },
    "filter: a cutoff lets only lower positions of its file pass": async (index) => {
      const { a, b } = await open(index);
      const filter = { sources: new Set([a, b]), cutoffs: new Map([[a, 2]]) };
      assert.deepEqual(await passingFragments(index, filter), ["user/0", "user/1", ...USUAL]);
    },
    "filter: live states hold instead of the stored ones": async (index) => {
      const { a, key } = await open(index);
      const liveStates = new Map([
        [key("user"), { branchState: "alternate", selectionState: "direct" }],
        [key("call"), { branchState: "selected", selectionState: "not-selected" }],
      ] as const);
      const sources = new Set([a]);
      const alternate = { sources, liveStates, branchStates: new Set(["alternate"] as const) };
      assert.deepEqual(await passingFragments(index, alternate), ["user/0", "user/1"]);
      const notSelected = { sources, liveStates, selectionStates: new Set(["not-selected"] as const) };
      assert.deepEqual(await passingFragments(index, notSelected), ["call/0"]);
    },
    "filter: the predicate looks at what is committed now": async ({ store }) => {
      await store.commit({ sources: [sampleChange("a.jsonl", EVENTS)] });
      const [source] = await store.sources();
      assert.ok(source);
      const eligible = await store.eligible({ sources: new Set([source.key]) });
      const before = await store.event(source.key, "user");
      assert.ok(before);
      assert.ok(eligible.accepts(before.key, 1));
      assert.ok(!eligible.accepts(before.key, 2));
      assert.ok(!eligible.accepts(999_999, 0));
      await store.commit({ removed: ["a.jsonl"] });
      assert.ok(!eligible.accepts(before.key, 1));
    },
  });
}

/** What the engine answers to `word` under a filter, in append order file by file; fails when the predicate says otherwise. */
async function passingFragments({ store, engine }: IndexUnderTest, filter: FilterRecord): Promise<string[]> {
  const eligible = await store.eligible(filter);
  const matched = new Set<string>();
  for await (const batch of engine.match({ type: "term", token: "word" }, eligible)) {
    for (const { event, ordinal } of batch) matched.add(`${event}/${ordinal}`);
  }
  const passing: string[] = [];
  for (const source of await store.sources()) {
    for (const { key, entryId, fragments } of await store.eventsOfSource(source.key)) {
      for (const { ordinal } of fragments) {
        const isMatched = matched.has(`${key}/${ordinal}`);
        assert.equal(eligible.accepts(key, ordinal), isMatched, `${entryId}/${ordinal}: predicate and engine agree`);
        if (isMatched) passing.push(`${entryId}/${ordinal}`);
      }
    }
  }
  return passing;
}
