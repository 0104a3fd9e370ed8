import assert from "node:assert/strict";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { onIndex } from "./on-index.ts";
import { countMatches, entryIds, keyOf, read } from "./read-index.ts";
import { sampleChange, sampleEvent, sampleSource } from "./sample-records.ts";

const label = (from: string, to: string) => ({ from, relation: "label", to, evidence: "recorded" }) as const;

/** What a commit does to the content. */
export function storeChangeLaws(createIndex: CreateIndex): ContractLaw[] {
  return onIndex(createIndex, {
    "an empty change changes nothing": async ({ store }) => {
      await store.commit({});
      await store.commit({ sources: [], removed: ["unknown.jsonl"], walks: [] });
      assert.deepEqual(await store.sources(), []);
      assert.deepEqual(await store.walks(), []);
    },
    "an event comes back as it was written, without its text": async ({ store }) => {
      const fragments = [
        { kind: "tool.call", text: "secret", toolName: "bash", isOwnCall: true },
        { kind: "tool.result", text: "", toolName: "read", isError: true },
        { kind: "user.text", text: "x" },
      ] as const;
      const full = sampleEvent("full", 3, fragments, {
        parentId: "before",
        role: "toolResult",
        isError: true,
        contribution: "excluded",
        branchState: "alternate",
        selectionState: "summarized",
      });
      const { role: _role, ...bare } = sampleEvent("bare", 4, [], {
        entryType: "of_the_future",
        time: null,
        contribution: "none",
      });
      await store.commit({ sources: [sampleChange("a.jsonl", [full, bare])] });
      const source = await keyOf(store, "a.jsonl");
      for (const written of [full, bare]) {
        const expected = {
          ...written,
          source,
          fragments: written.fragments.map(({ text: _text, ...record }) => record),
        };
        const { key, ...found } = await read(store, "a.jsonl", written.entryId);
        assert.deepEqual(found, expected);
        assert.ok(Number.isSafeInteger(key) && key > 0);
      }
    },
    "a source comes back as it was written last, under a key that stays": async ({ store }) => {
      const { session: _session, ...pending } = sampleSource("a.jsonl", { state: "pending", offset: 0 });
      await store.commit({ sources: [sampleChange("a.jsonl", [], { source: pending })] });
      const [first] = await store.sources();
      assert.deepEqual(first, { ...pending, key: first?.key });
      const skipped = [{ reason: "malformed-line", count: 2 }] as const;
      const session = { sessionId: "s", version: 1, startedAt: "", startedTime: null, lastEntryTime: null, events: 0 };
      const indexed = sampleSource("a.jsonl", { skipped, session, bytes: 2 ** 40, modifiedMs: 1.5 });
      await store.commit({ sources: [sampleChange("a.jsonl", [], { source: indexed })] });
      assert.deepEqual(await store.sources(), [{ ...indexed, key: first?.key }]);
    },
    "sources come in the order of their paths": async ({ store }) => {
      for (const path of ["/b/1.jsonl", "/a/2.jsonl", "/a/1.jsonl", "/ä.jsonl", "/Z.jsonl"]) {
        await store.commit({ sources: [sampleChange(path, [])] });
      }
      const paths = (await store.sources()).map((source) => source.path);
      assert.deepEqual(paths, ["/Z.jsonl", "/a/1.jsonl", "/a/2.jsonl", "/b/1.jsonl", "/ä.jsonl"]);
    },
    "an append leaves what was there": async ({ store }) => {
      await store.commit({
        sources: [sampleChange("a.jsonl", [sampleEvent("e1", 1, ["x"])], { relations: [label("e1", "e0")] })],
      });
      const before = await read(store, "a.jsonl", "e1");
      await store.commit({
        sources: [sampleChange("a.jsonl", [sampleEvent("e2", 2, ["y"])], { relations: [label("e2", "e0")] })],
      });
      assert.deepEqual(await read(store, "a.jsonl", "e1"), before);
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["e1", "e2"]);
      assert.equal((await store.relationsOfSource(await keyOf(store, "a.jsonl"))).length, 2);
    },
    "an event whose entry id is held replaces it, with what it recorded": async ({ store }) => {
      const events = [sampleEvent("twice", 1, ["x"]), sampleEvent("other", 2, ["y"])];
      await store.commit({
        sources: [sampleChange("a.jsonl", events, { relations: [label("twice", "old"), label("other", "old")] })],
      });
      const before = await read(store, "a.jsonl", "twice");
      const later = sampleEvent("twice", 3, ["z", "more"], { parentId: "other" });
      await store.commit({ sources: [sampleChange("a.jsonl", [later], { relations: [label("twice", "new")] })] });
      const after = await read(store, "a.jsonl", "twice");
      assert.notEqual(after.key, before.key);
      assert.equal(after.fragments.length, 2);
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["other", "twice"]);
      assert.deepEqual(await store.events([before.key]), []);
      const source = await keyOf(store, "a.jsonl");
      assert.deepEqual(await store.relationsFrom(source, "twice"), [label("twice", "new")]);
      assert.deepEqual(await store.relationsTo(source, "old"), [label("other", "old")]);
      assert.deepEqual(
        (await store.children(source, null)).map((event) => event.entryId),
        ["other"],
      );
    },
    "of one entry id twice in one change the last wins": async ({ store }) => {
      const events = [sampleEvent("twice", 1, ["x"]), sampleEvent("other", 2, []), sampleEvent("twice", 3, ["y", "z"])];
      await store.commit({ sources: [sampleChange("a.jsonl", events)] });
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["other", "twice"]);
      assert.equal((await read(store, "a.jsonl", "twice")).position, 3);
    },
    "a replacement leaves nothing of the file but what it brings": async (index) => {
      const { store } = index;
      const append = [sampleEvent("e1", 1, ["alpha"]), sampleEvent("e2", 2, ["alpha"], { parentId: "e1" })];
      await store.commit({
        sources: [sampleChange("a.jsonl", append, { relations: [label("e2", "e1")] }), sampleChange("b.jsonl", append)],
      });
      const source = await keyOf(store, "a.jsonl");
      await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e1", 1, ["beta"])], { replace: true })] });
      assert.equal(await keyOf(store, "a.jsonl"), source);
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["e1"]);
      assert.deepEqual(await store.relationsOfSource(source), []);
      assert.deepEqual(await store.children(source, "e1"), []);
      assert.deepEqual(await entryIds(store, "b.jsonl"), ["e1", "e2"]);
      assert.equal(await countMatches(index, "alpha"), 2);
      assert.equal(await countMatches(index, "beta"), 1);
    },
    "a removal takes the file with all its rows": async (index) => {
      const { store } = index;
      const append = [sampleEvent("e1", 1, ["alpha"]), sampleEvent("e2", 2, ["alpha"])];
      await store.commit({
        sources: [sampleChange("a.jsonl", append, { relations: [label("e2", "e1")] }), sampleChange("b.jsonl", append)],
      });
      const source = await keyOf(store, "a.jsonl");
      const gone = await read(store, "a.jsonl", "e1");
      await store.commit({ removed: ["a.jsonl"] });
      assert.deepEqual(
        (await store.sources()).map(({ path }) => path),
        ["b.jsonl"],
      );
      assert.deepEqual(await store.eventsOfSource(source), []);
      assert.equal(await store.event(source, "e1"), undefined);
      assert.deepEqual(await store.relationsOfSource(source), []);
      assert.deepEqual(await store.orderKeys([gone.key]), []);
      assert.equal(await countMatches(index, "alpha"), 2);
    },
    "event keys are not used again": async ({ store }) => {
      const seen = new Set<number>();
      for (let round = 0; round < 4; round++) {
        await store.commit({
          sources: [sampleChange("a.jsonl", [sampleEvent("e1", 1, ["x"])], { replace: round % 2 === 0 })],
        });
        seen.add((await read(store, "a.jsonl", "e1")).key);
        if (round === 2) await store.commit({ removed: ["a.jsonl"] });
      }
      assert.equal(seen.size, 4);
    },
    "new states change the states and nothing else": async ({ store }) => {
      await store.commit({
        sources: [sampleChange("a.jsonl", [sampleEvent("e1", 1, ["x"]), sampleEvent("e2", 2, ["x"])])],
      });
      const before = await read(store, "a.jsonl", "e1");
      const untouched = await read(store, "a.jsonl", "e2");
      const state = { entryId: "e1", branchState: "unknown", selectionState: "not-selected" } as const;
      await store.commit({
        sources: [sampleChange("a.jsonl", [], { states: [state, { ...state, entryId: "absent" }] })],
      });
      assert.deepEqual(await read(store, "a.jsonl", "e1"), {
        ...before,
        branchState: "unknown",
        selectionState: "not-selected",
      });
      assert.deepEqual(await read(store, "a.jsonl", "e2"), untouched);
      assert.deepEqual(await store.events([before.key]), [await read(store, "a.jsonl", "e1")]);
    },
    "a walk's latest completion counts, root by root": async ({ store }) => {
      await store.commit({
        walks: [
          { root: "/a", completedAt: 1 },
          { root: "/b", completedAt: 2 },
        ],
      });
      await store.commit({ walks: [{ root: "/a", completedAt: 3 }] });
      const walks = (await store.walks()).toSorted((one, other) => (one.root < other.root ? -1 : 1));
      assert.deepEqual(walks, [
        { root: "/a", completedAt: 3 },
        { root: "/b", completedAt: 2 },
      ]);
    },
    "commits at the same time all take effect": async ({ store }) => {
      const changes = Array.from({ length: 12 }, (_, at) =>
        sampleChange(`${at % 4}.jsonl`, [sampleEvent(`e${at}`, at, ["x"])]),
      );
      await Promise.all(changes.map((change) => store.commit({ sources: [change] })));
      const all = await Promise.all((await store.sources()).map((source) => store.eventsOfSource(source.key)));
      assert.equal(new Set(all.flat().map((event) => event.key)).size, 12);
    },
  });
}
