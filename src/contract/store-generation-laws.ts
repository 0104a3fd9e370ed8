import assert from "node:assert/strict";
import type { EventStore, IndexChange } from "../ports/event-store.ts";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { onIndex } from "./on-index.ts";
import { countMatches, entryIds, keyOf } from "./read-index.ts";
import { sampleChange, sampleEvent, sampleSource } from "./sample-records.ts";

const old = sampleChange("a.jsonl", [sampleEvent("e1", 1, ["old"]), sampleEvent("e2", 2, ["old"])]);
const begun = sampleChange("a.jsonl", [sampleEvent("e1", 1, ["new"])], { generation: "g1", replace: true });
const continued = sampleChange("a.jsonl", [sampleEvent("e3", 3, ["new"])], { generation: "g1" });
const promoted = [{ path: "a.jsonl", generation: "g1" }];

/** How a file is rebuilt beside what answers, and what two writers may do to each other. */
export function storeGenerationLaws(createIndex: CreateIndex): ContractLaw[] {
  return onIndex(createIndex, {
    "a hidden generation changes no answer": async (index) => {
      const { store } = index;
      await store.commit({ sources: [old] });
      const key = await keyOf(store, "a.jsonl");
      await store.commit({ sources: [begun] });
      await store.commit({ sources: [continued] });
      assert.equal(await keyOf(store, "a.jsonl"), key);
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["e1", "e2"]);
      assert.equal(await countMatches(index, "old"), 2);
      assert.equal(await countMatches(index, "new"), 0);
      assert.equal((await store.sources()).length, 1);
    },
    "a promoted generation answers alone, and what did answer is swept": async (index) => {
      const { store } = index;
      await store.commit({ sources: [old] });
      await store.commit({ sources: [begun] });
      const states = [{ entryId: "e1", branchState: "alternate", selectionState: "unknown" }] as const;
      const last = { ...continued, states, source: sampleSource("a.jsonl", { bytes: 7 }) };
      await store.commit({ sources: [last], promoted });
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["e1", "e3"]);
      assert.equal(await countMatches(index, "old"), 0);
      assert.equal(await countMatches(index, "new"), 2);
      const [source] = await store.sources();
      assert.equal(source?.bytes, 7);
      assert.equal((await store.event(source?.key ?? 0, "e1"))?.branchState, "alternate");
      await sweepAll(store);
      assert.equal(await store.sweep(100), false);
      assert.equal(await countMatches(index, "new"), 2);
    },
    "sweeping takes small steps and leaves what answers": async (index) => {
      const { store } = index;
      const many = Array.from({ length: 40 }, (_, at) => sampleEvent(`e${at}`, at, ["old", "old"]));
      await store.commit({ sources: [sampleChange("a.jsonl", many), sampleChange("b.jsonl", many)] });
      await store.commit({ sources: [begun], promoted });
      assert.ok((await sweepAll(store, 7)) <= 8);
      assert.equal(await countMatches(index, "old"), 80);
      assert.equal(await countMatches(index, "new"), 1);
    },
    "a generation begun again takes the place of the one before": async (index) => {
      const { store } = index;
      await store.commit({ sources: [begun] });
      await store.commit({ sources: [{ ...begun, generation: "g2", append: [sampleEvent("e9", 9, ["newer"])] }] });
      await conflicts(store, { sources: [continued] });
      await conflicts(store, { promoted });
      await store.commit({ promoted: [{ path: "a.jsonl", generation: "g2" }] });
      assert.deepEqual(await entryIds(store, "a.jsonl"), ["e9"]);
      assert.equal(await countMatches(index, "new"), 0);
      assert.equal(await countMatches(index, "newer"), 1);
    },
    "rows that match nothing and count are told of until they are promoted or swept": async (index) => {
      const { store } = index;
      await store.commit({ sources: [old] });
      assert.equal(await store.holdsHidden(), false);
      await store.commit({ sources: [begun] });
      assert.equal(await store.holdsHidden(), true);
      await store.commit({ sources: [continued], promoted });
      await sweepAll(store);
      assert.equal(await store.holdsHidden(), false);
      await store.commit({ sources: [begun] });
      await store.commit({ removed: ["a.jsonl"] });
      await sweepAll(store);
      assert.equal(await store.holdsHidden(), false);
    },
    "a removed file takes its hidden generation with it": async (index) => {
      const { store } = index;
      await store.commit({ sources: [old] });
      await store.commit({ sources: [begun] });
      await store.commit({ removed: ["a.jsonl"] });
      await conflicts(store, { sources: [continued] });
      await sweepAll(store);
      assert.deepEqual(await store.sources(), []);
      assert.equal(await countMatches(index, "new"), 0);
    },
    "a change that settles the file otherwise ends its hidden generation, and one that leaves it pending does not":
      async (index) => {
        const { store } = index;
        await store.commit({ sources: [old] });
        await store.commit({ sources: [begun] });
        const pending = { ...old, source: sampleSource("a.jsonl", { state: "pending" }), append: [], replace: false };
        await store.commit({ sources: [pending] });
        await store.commit({ sources: [continued] });
        await store.commit({ sources: [{ ...pending, source: old.source }] });
        await conflicts(store, { sources: [continued] });
        await conflicts(store, { promoted });
        await sweepAll(store);
        assert.deepEqual(await entryIds(store, "a.jsonl"), ["e1", "e2"]);
        assert.equal(await countMatches(index, "new"), 0);
        assert.equal(await countMatches(index, "old"), 2);
      },
    "a change computed from another checkpoint is refused as a whole": async (index) => {
      const { store } = index;
      const basis = { offset: 1_000, boundaryHash: "boundary" };
      const fresh = { offset: 0, boundaryHash: "" };
      await conflicts(store, { sources: [{ ...old, basis }] });
      await store.commit({ sources: [{ ...old, basis: fresh }] });
      await conflicts(store, { sources: [{ ...old, basis: fresh }] });
      const next = sampleChange("a.jsonl", [sampleEvent("e3", 3, ["next"])], { basis });
      await conflicts(store, { sources: [sampleChange("b.jsonl", []), { ...next, basis: { ...basis, offset: 999 } }] });
      assert.equal((await store.sources()).length, 1);
      assert.equal(await countMatches(index, "next"), 0);
      await store.commit({ sources: [next] });
      assert.equal(await countMatches(index, "next"), 1);
    },
  });
}

/** Number of calls until nothing was left. */
async function sweepAll(store: EventStore, events = 1_000): Promise<number> {
  let calls = 1;
  while (await store.sweep(events)) if (++calls > 1_000) assert.fail("sweeping never ends");
  return calls;
}

async function conflicts(store: EventStore, change: IndexChange): Promise<void> {
  await assert.rejects(store.commit(change), { code: "Conflict" });
}
