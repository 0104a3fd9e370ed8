import assert from "node:assert/strict";
import type { StoredEvent } from "../ports/event-record.ts";
import type { EventStore } from "../ports/event-store.ts";
import type { RelationRecord } from "../ports/relation-record.ts";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { onIndex } from "./on-index.ts";
import { sampleChange, sampleEvent } from "./sample-records.ts";

const ids = (events: readonly StoredEvent[]) => events.map((event) => event.entryId);
const edge = (from: string, relation: RelationRecord["relation"], to: string): RelationRecord => {
  return { from, relation, to, evidence: relation === "tool-result" ? "inferred" : "recorded" };
};

/** What the reads answer. */
export function storeReadLaws(createIndex: CreateIndex): ContractLaw[] {
  return onIndex(createIndex, {
    "events come by key in the order asked, without those that are not held": async ({ store }) => {
      const { a } = await writeTree(store);
      const [one, two, three] = await store.eventsOfSource(a);
      assert.ok(one && two && three);
      assert.deepEqual(await store.events([three.key, 999_999, one.key]), [three, one]);
      assert.deepEqual(await store.events([]), []);
      assert.deepEqual(await store.event(a, two.entryId), two);
      assert.equal(await store.event(a, "absent"), undefined);
      assert.equal(await store.event(999_999, "root"), undefined);
    },
    "many events at once are no trouble": async ({ store }) => {
      const append = Array.from({ length: 5_000 }, (_, at) => sampleEvent(`e${at}`, at, []));
      await store.commit({ sources: [sampleChange("a.jsonl", append)] });
      const [source] = await store.sources();
      const keys = (await store.eventsOfSource(source?.key ?? 0)).map((event) => event.key);
      assert.equal(keys.length, 5_000);
      assert.deepEqual(
        (await store.events(keys)).map((event) => event.key),
        keys,
      );
      assert.equal((await store.orderKeys(keys)).length, 5_000);
    },
    "a file's events come in append order, however they were written": async ({ store }) => {
      const { a } = await writeTree(store);
      assert.deepEqual(ids(await store.eventsOfSource(a)), ["root", "left", "right", "leaf", "second root", "stray"]);
      assert.deepEqual(await store.eventsOfSource(999_999), []);
    },
    "children come in append order, and the roots are those that say so": async ({ store }) => {
      const { a } = await writeTree(store);
      assert.deepEqual(ids(await store.children(a, "root")), ["left", "right"]);
      assert.deepEqual(ids(await store.children(a, null)), ["root", "second root"]);
      assert.deepEqual(ids(await store.children(a, "absent")), ["stray"]);
      assert.deepEqual(ids(await store.children(a, "leaf")), []);
    },
    "neighbours are the closest in append order on both sides": async ({ store }) => {
      const { a } = await writeTree(store);
      assert.deepEqual(ids(await store.neighbours(a, 40, 2, 1)), ["left", "right", "second root"]);
      assert.deepEqual(ids(await store.neighbours(a, 35, 1, 1)), ["right", "leaf"]);
      assert.deepEqual(ids(await store.neighbours(a, 40, 0, 10)), ["second root", "stray"]);
      assert.deepEqual(ids(await store.neighbours(a, 10, 10, 0)), []);
      assert.deepEqual(ids(await store.neighbours(a, 40, 0, 0)), []);
      assert.deepEqual(ids(await store.neighbours(a, 1_000, 10, 10)), [
        "root",
        "left",
        "right",
        "leaf",
        "second root",
        "stray",
      ]);
    },
    "edges are found from both ends": async ({ store }) => {
      const { a, b } = await writeTree(store);
      assert.deepEqual(await store.relationsFrom(a, "leaf"), [
        edge("leaf", "tool-result", "root"),
        edge("leaf", "file-read", "hash"),
      ]);
      assert.deepEqual(await store.relationsFrom(a, "root"), []);
      const toRoot = [
        edge("left", "label", "root"),
        edge("right", "label", "root"),
        edge("leaf", "tool-result", "root"),
      ];
      assert.deepEqual(await store.relationsTo(a, "root"), toRoot);
      assert.deepEqual(await store.relationsTo(a, "hash"), [edge("leaf", "file-read", "hash")]);
      assert.equal((await store.relationsOfSource(a)).length, 4);
      assert.deepEqual(await store.relationsOfSource(b), []);
      assert.deepEqual(await store.relationsTo(b, "root"), []);
    },
    "order keys tell what ordering needs, in any order": async ({ store }) => {
      const { a } = await writeTree(store);
      const events = await store.eventsOfSource(a);
      const expected = events.map(({ key, source, entryId, entryType, time, contentHash }) => ({
        key,
        source,
        entryId,
        entryType,
        time,
        contentHash,
      }));
      const keys = await store.orderKeys([...events.map((event) => event.key).toReversed(), 999_999]);
      assert.deepEqual(
        keys.toSorted((one, other) => one.key - other.key),
        expected.toSorted((one, other) => one.key - other.key),
      );
    },
    "copies agree in entry id, entry type and content": async ({ store }) => {
      const { a, b, c } = await writeTree(store);
      const copies = await store.events(await store.copies(a, [b, c]));
      assert.deepEqual(copies.map((event) => `${event.source === b ? "b" : "c"} ${event.entryId}`).toSorted(), [
        "b left",
        "b root",
        "c root",
      ]);
      assert.deepEqual(await store.copies(a, []), []);
      assert.deepEqual(await store.copies(999_999, [a, b]), []);
    },
    "the last shared event is the child's last, in append order, that the parent holds too": async ({ store }) => {
      const { a, b, c } = await writeTree(store);
      assert.deepEqual(await store.lastShared(b, a), await store.event(b, "left"));
      assert.deepEqual(await store.lastShared(c, a), await store.event(c, "root"));
      await store.commit({ sources: [sampleChange("d.jsonl", [sampleEvent("unrelated", 1, [])])] });
      const d = (await store.sources()).find((source) => source.path === "d.jsonl")?.key ?? 0;
      assert.equal(await store.lastShared(d, a), undefined);
      assert.equal(await store.lastShared(a, d), undefined);
    },
    "an index says what it is": async ({ store }) => {
      const { engine, location, bytes, version } = await store.describe();
      for (const text of [engine, location, version]) assert.ok(text.length > 0);
      assert.ok(Number.isFinite(bytes) && bytes >= 0);
    },
  });
}

/** Files `a`, `b` and `c` that share some events; `a` is written in two commits, the later one holding earlier positions. */
async function writeTree(store: EventStore): Promise<{ a: number; b: number; c: number }> {
  const root = sampleEvent("root", 10, ["x"]);
  const left = sampleEvent("left", 20, ["x"], { parentId: "root" });
  const right = sampleEvent("right", 30, ["x"], { parentId: "root" });
  const leaf = sampleEvent("leaf", 40, ["x"], { parentId: "right" });
  const late = [sampleEvent("stray", 60, [], { parentId: "absent" }), sampleEvent("second root", 50, [])];
  const relations = [
    edge("right", "label", "root"),
    edge("leaf", "tool-result", "root"),
    edge("leaf", "file-read", "hash"),
  ];
  await store.commit({ sources: [sampleChange("a.jsonl", [...late, leaf, right], { relations })] });
  await store.commit({
    sources: [sampleChange("a.jsonl", [left, root], { relations: [edge("left", "label", "root")] })],
  });
  const b = [root, { ...left, position: 70, parentId: "stray" }, { ...right, contentHash: "changed" }];
  const c = [root, { ...left, entryType: "custom_message" }, sampleEvent("own", 90, ["y"])];
  await store.commit({ sources: [sampleChange("b.jsonl", b), sampleChange("c.jsonl", c)] });
  const keys = new Map((await store.sources()).map((source) => [source.path, source.key]));
  return { a: keys.get("a.jsonl") ?? 0, b: keys.get("b.jsonl") ?? 0, c: keys.get("c.jsonl") ?? 0 };
}
