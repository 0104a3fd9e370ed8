import assert from "node:assert/strict";
import { digestToken } from "../domain/text/digest-token.ts";
import { trigramLeaf } from "../domain/text/trigrams.ts";
import type { DiscoveryMark } from "../ports/discovery-record.ts";
import type { Analyzer } from "../ports/search-engine.ts";
import type { ContractLaw, CreateIndex, IndexUnderTest } from "./contract-law.ts";
import { discoverAll, nextStep } from "./discover-all.ts";
import { onIndex } from "./on-index.ts";
import { countMatches, keyOf, read } from "./read-index.ts";
import { sampleChange, sampleEvent, sampleSource } from "./sample-records.ts";

const said = sampleChange("a.jsonl", [
  sampleEvent("e1", 1, ["needle one"]),
  sampleEvent("e2", 2, ["a needle", "", "needles"]),
  sampleEvent("e3", 3, []),
]);

const count = async ({ store, discovery }: IndexUnderTest, needle: string): Promise<number> => {
  const leaf = trigramLeaf(needle);
  assert.ok(leaf && discovery);
  const eligible = await store.eligible({ sources: new Set((await store.sources()).map((source) => source.key)) });
  let matches = 0;
  for await (const batch of discovery.match(leaf, eligible)) matches += batch.length;
  return matches;
};

const markOf = async ({ store }: IndexUnderTest, path: string): Promise<DiscoveryMark | undefined> => {
  const source = await keyOf(store, path);
  return (await store.undiscovered()).find((mark) => mark.source === source);
};

/** How the discovery index follows the events: it is filled afterwards, step by step, and never holds more than they do. */
export function storeDiscoveryLaws(createIndex: CreateIndex, analyzer: Analyzer): ContractLaw[] {
  return onIndex(createIndex, {
    "a commit leaves its events to discovery, and steps take them in the order of their keys": async (index) => {
      const { store } = index;
      assert.deepEqual(await store.undiscovered(), []);
      await store.commit({ sources: [said] });
      const mark = await markOf(index, "a.jsonl");
      assert.equal(mark?.through, 0);
      assert.equal(await count(index, "needle"), 0);
      assert.equal(await countMatches(index, "needle"), 2);
      const step = await nextStep(store, mark, () => "needle", 2);
      assert.deepEqual(
        (await store.eventsBehind(mark, 2)).map(({ entryId }) => entryId),
        ["e1", "e2"],
      );
      await store.discover([step]);
      assert.equal(await count(index, "eedl"), 4);
      const next = await markOf(index, "a.jsonl");
      assert.deepEqual(next, { source: mark.source, through: step.through });
      assert.deepEqual(
        (await store.eventsBehind(next, 9)).map(({ entryId }) => entryId),
        ["e3"],
      );
      await store.discover([await nextStep(store, next, () => undefined, 9)]);
      assert.deepEqual(await store.undiscovered(), []);
      assert.equal(await countMatches(index, "eedl"), 0);
    },
    "events of many fragments are taken as one": async (index) => {
      const { store } = index;
      const many = sampleChange("a.jsonl", [
        sampleEvent(
          "e1",
          1,
          Array.from({ length: 70 }, (_, at) => `needle${at}`),
        ),
        sampleEvent("e2", 2, ["needle"]),
      ]);
      await store.commit({ sources: [many] });
      const mark = await markOf(index, "a.jsonl");
      assert.ok(mark);
      const step = await nextStep(store, mark, (_, ordinal) => `needle${ordinal}`, 1);
      assert.equal(step.fragments.length, 70);
      await store.discover([step]);
      const left = await store.eventsBehind({ source: mark.source, through: step.through }, 9);
      assert.deepEqual(
        left.map(({ entryId }) => entryId),
        ["e2"],
      );
      await discoverAll(store, { sources: [many] });
      assert.equal(await count(index, "needle"), 71);
      assert.equal(await count(index, "needle69"), 1);
      await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e1", 3, ["other"])])] });
      assert.equal(await count(index, "needle"), 1);
    },
    "a step from a mark that has moved, or of a file that is gone, is refused as a whole": async (index) => {
      const { store } = index;
      await store.commit({ sources: [said] });
      const mark = await markOf(index, "a.jsonl");
      assert.ok(mark);
      const step = await nextStep(store, mark, () => "needle", 1);
      await store.discover([step]);
      await assert.rejects(store.discover([step]), { code: "Conflict" });
      const later = await nextStep(store, { ...mark, through: step.through }, () => "needle", 9);
      await assert.rejects(store.discover([{ ...later, from: mark }]), { code: "Conflict" });
      assert.equal(await count(index, "needle"), 1);
      await store.commit({ removed: ["a.jsonl"] });
      await assert.rejects(store.discover([later]), { code: "Conflict" });
      assert.equal(await count(index, "needle"), 0);
    },
    "what replaces an event or a file is taken anew, and what it replaces is gone": async (index) => {
      const { store } = index;
      await store.commit({ sources: [said] });
      await discoverAll(store, { sources: [said] });
      const again = sampleChange("a.jsonl", [sampleEvent("e1", 4, ["needle twice"])]);
      await store.commit({ sources: [again] });
      assert.equal(await count(index, "needle"), 2);
      assert.equal((await markOf(index, "a.jsonl"))?.source, await keyOf(store, "a.jsonl"));
      await discoverAll(store, { sources: [again] });
      assert.equal(await count(index, "needle"), 3);
      assert.equal(await count(index, "needle one"), 0);
      const anew = { ...said, replace: true };
      await store.commit({ sources: [anew] });
      assert.equal(await count(index, "needle"), 0);
      await discoverAll(store, { sources: [anew] });
      assert.equal(await count(index, "needle one"), 1);
    },
    "an event that went after it was read is left out of its step": async (index) => {
      const { store } = index;
      await store.commit({ sources: [said] });
      const mark = await markOf(index, "a.jsonl");
      assert.ok(mark);
      const step = await nextStep(store, mark, () => "needle", 9);
      await store.commit({ sources: [sampleChange("a.jsonl", [sampleEvent("e1", 5, ["other"])])] });
      await store.discover([step]);
      assert.equal(await count(index, "needle"), 3);
      const left = await store.eventsBehind({ ...mark, through: step.through }, 9);
      assert.deepEqual(
        left.map(({ entryId, position }) => [entryId, position]),
        [["e1", 5]],
      );
    },
    "a hidden generation has no backlog, and once it answers all of it has": async (index) => {
      const { store } = index;
      await store.commit({ sources: [said] });
      await discoverAll(store, { sources: [said] });
      const hidden = { ...said, generation: "g", replace: true, source: sampleSource("a.jsonl") };
      await store.commit({ sources: [hidden] });
      assert.deepEqual(await store.undiscovered(), []);
      await store.commit({ promoted: [{ path: "a.jsonl", generation: "g" }] });
      assert.equal((await markOf(index, "a.jsonl"))?.through, 0);
      assert.equal(await count(index, "needle"), 0);
      await discoverAll(store, { sources: [hidden] });
      while (await store.sweep(2));
      assert.equal(await count(index, "needle"), 3);
    },
    "upkeep and resetting go for the discovery index as well": async (index) => {
      const { store } = index;
      const goes = sampleChange("goes.jsonl", [sampleEvent("e1", 1, ["needle gone"])]);
      await store.commit({ sources: [said, goes] });
      await discoverAll(store, { sources: [said, goes] });
      await store.commit({ removed: ["goes.jsonl"] });
      await store.maintain();
      assert.equal(await count(index, "needle"), 3);
      assert.equal(await count(index, "gone"), 0);
      await store.reset();
      await store.commit({ sources: [said] });
      assert.equal(await count(index, "needle"), 0);
      assert.equal((await markOf(index, "a.jsonl"))?.through, 0);
    },
    "an index that can be inspected tells the trigrams of what was taken, how far that is, and none besides": async (
      index,
    ) => {
      const { store } = index;
      if (store.inspect === undefined) return;
      const goes = sampleChange("goes.jsonl", [sampleEvent("e1", 1, ["needle gone"])]);
      await store.commit({ sources: [said, goes] });
      const mark = await markOf(index, "a.jsonl");
      assert.ok(mark);
      const step = await nextStep(store, mark, (_, ordinal) => (ordinal === 0 ? "Needle 数" : undefined), 2);
      await store.discover([step]);
      await store.commit({ removed: ["goes.jsonl"] });
      const { isSound, discovery } = await store.inspect(digestToken);
      assert.ok(discovery);
      assert.equal(isSound, true);
      assert.equal(discovery.strays, 0);
      assert.equal(discovery.markOf(mark.source), step.through);
      const digests = analyzer.tokens("Needle 数").map((token, position) => digestToken(token, position));
      const { key } = await read(store, "a.jsonl", "e2");
      assert.equal(
        discovery.digestOf(key, 0),
        digests.reduce((sum, digest) => sum + digest, 0),
      );
      assert.equal(discovery.digestOf(key, 1), undefined);
    },
  });
}
