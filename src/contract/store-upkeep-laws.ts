import assert from "node:assert/strict";
import { digestToken } from "../domain/text/digest-token.ts";
import type { Analyzer } from "../ports/search-engine.ts";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { onIndex } from "./on-index.ts";
import { countMatches, entryIds, read } from "./read-index.ts";
import { sampleChange, sampleEvent } from "./sample-records.ts";

const stays = sampleChange("stays.jsonl", [
  sampleEvent("e1", 1, ["kept word", "kept kept"]),
  sampleEvent("e2", 2, [""]),
]);
const goes = sampleChange("goes.jsonl", [sampleEvent("e1", 1, ["gone word"])]);

/** What upkeep changes and what it leaves. */
export function storeUpkeepLaws(createIndex: CreateIndex, analyzer: Analyzer): ContractLaw[] {
  return onIndex(createIndex, {
    "upkeep changes no answer, and changes go on after it": async (index) => {
      const { store } = index;
      await store.commit({ sources: [stays, goes] });
      await store.commit({ removed: ["goes.jsonl"] });
      await store.maintain();
      assert.equal(await countMatches(index, "word"), 1);
      assert.equal(await countMatches(index, "gone"), 0);
      assert.deepEqual(await entryIds(store, "stays.jsonl"), ["e1", "e2"]);
      await store.commit({ sources: [goes] });
      assert.equal(await countMatches(index, "word"), 2);
      assert.deepEqual((await read(store, "goes.jsonl", "e1")).fragments, [{ ordinal: 0, kind: "user.text" }]);
    },
    "a reset index holds nothing and takes everything anew": async (index) => {
      const { store } = index;
      await store.commit({ sources: [stays, goes], walks: [{ root: "/", completedAt: 1 }] });
      await store.reset();
      assert.deepEqual(await store.sources(), []);
      assert.deepEqual(await store.walks(), []);
      assert.equal(await countMatches(index, "word"), 0);
      await store.commit({ sources: [stays] });
      assert.equal(await countMatches(index, "word"), 1);
      assert.deepEqual(await entryIds(store, "stays.jsonl"), ["e1", "e2"]);
    },
    "an erased index is closed": async ({ store }) => {
      await store.commit({ sources: [stays] });
      await store.erase();
      await assert.rejects(store.sources(), { code: "IndexUnavailable" });
    },
    "an index that can be inspected tells the tokens of every fragment and none besides": async ({ store }) => {
      if (store.inspect === undefined) return;
      await store.commit({ sources: [stays, goes] });
      await store.commit({ removed: ["goes.jsonl"] });
      const held = await store.inspect(digestToken);
      assert.equal(held.isSound, true);
      assert.equal(held.strays, 0);
      for (const { entryId, fragments } of stays.append) {
        const { key } = await read(store, "stays.jsonl", entryId);
        for (const { ordinal, text } of fragments) {
          const digests = analyzer.tokens(text).map((token, position) => digestToken(token, position));
          assert.equal(
            held.digestOf(key, ordinal),
            digests.reduce((sum, digest) => sum + digest, 0),
          );
        }
        assert.equal(held.digestOf(key, fragments.length), undefined);
      }
    },
  });
}
