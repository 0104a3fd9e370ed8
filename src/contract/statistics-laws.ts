import assert from "node:assert/strict";
import type { QueryTree } from "../ports/query-tree.ts";
import type { Analyzer } from "../ports/search-engine.ts";
import { CheckedIndex } from "./checked-index.ts";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { sampleTexts } from "./match-laws.ts";
import { sampleChange, sampleEvent } from "./sample-records.ts";
import { onCheckedIndex } from "./on-index.ts";
import { sampleTree } from "./sample-trees.ts";
import { SeededRandom } from "./seeded-random.ts";

const WORDS = ["common", "often", "some", "few", "seldom", "rare", "数", "据"];
const QUERIES: readonly QueryTree[] = [
  { type: "term", token: "common" },
  { type: "term", token: "rare" },
  { type: "phrase", tokens: ["common", "often"] },
  { type: "prefix", tokens: ["s"] },
  {
    type: "or",
    of: [
      { type: "term", token: "seldom" },
      { type: "phrase", tokens: ["often", "some"] },
    ],
  },
  {
    type: "near",
    phrases: [
      { type: "term", token: "few" },
      { type: "term", token: "common" },
    ],
    distance: 3,
  },
];

const isIn = (name: string) => name.startsWith("in.jsonl/");

const checkAll = async (checked: CheckedIndex, random: SeededRandom) => {
  for (const query of QUERIES) await checked.check(query);
  for (let round = 0; round < 40; round++) await checked.check(sampleTree(random, [...WORDS, "absent"], 2));
};

/** What relevance counts, and that no history leaves a trace in it. */
export function statisticsLaws(createIndex: CreateIndex, analyzer: Analyzer): ContractLaw[] {
  return onCheckedIndex(createIndex, analyzer, {
    "only eligible fragments come back, and the others count in the statistics all the same": async (checked) => {
      const random = new SeededRandom(2);
      await checked.writeTexts("in.jsonl", sampleTexts(random, WORDS, 30));
      await checked.writeTexts("out.jsonl", sampleTexts(random, WORDS, 30));
      for (const query of QUERIES) {
        await checked.check(query, ({ source }) => ({ sources: new Set([source("in.jsonl")]) }), isIn);
        await checked.check(
          query,
          ({ event }) => ({ excludedEvents: new Set([event("in.jsonl/e3"), event("out.jsonl/e5")]) }),
          (name) => !name.startsWith("in.jsonl/e3/") && !name.startsWith("out.jsonl/e5/"),
        );
        await checked.check(
          query,
          () => ({ sources: new Set() }),
          () => false,
        );
      }
    },
    "empty fragments count in the number of fragments": async (checked) => {
      const rare: QueryTree = { type: "term", token: "rare" };
      await checked.writeTexts("one.jsonl", ["rare word", "other text"]);
      const [before] = (await checked.matches(rare)).values();
      await checked.writeTexts("two.jsonl", ["", "", "", "..."]);
      await checked.check(rare);
      const [after] = (await checked.matches(rare)).values();
      assert.notEqual(after, before);
    },
    "several fragments of one event are matched and counted one by one": async (checked) => {
      const many = Array.from({ length: 70 }, (_, at) =>
        at % 3 === 0 ? "" : `shared part${at} ${at % 2 ? "odd" : "even"}`,
      );
      await checked.write("one.jsonl", { first: ["shared alpha", "", "alpha"], many, last: ["shared"] });
      await checked.check({ type: "term", token: "shared" });
      await checked.check({ type: "term", token: "odd" });
      await checked.check({ type: "term", token: "part69" }, undefined, (name) => name === "one.jsonl/many/69");
      await checked.write("one.jsonl", { many: ["shared again"] });
      await checked.check({ type: "term", token: "shared" });
    },
    "after replacements and removals the index answers as one that never held them": async (checked) => {
      const random = new SeededRandom(3);
      for (let round = 0; round < 12; round++) {
        const path = `${random.below(4)}.jsonl`;
        const texts = sampleTexts(random, WORDS, 1 + random.below(12));
        const action = random.below(4);
        if (action === 0) await checked.removeFile(path);
        else
          await checked.write(
            path,
            Object.fromEntries(texts.map((text, at) => [`e${at}`, [text, `${text} tail`]])),
            action === 1,
          );
        await checked.check(random.pick(QUERIES));
      }
      await checkAll(checked, random);
    },
    "words of removed fragments are gone, and can come back": async (checked) => {
      const texts = Array.from({ length: 200 }, (_, at) => `passing${at} word`);
      for (let round = 0; round < 3; round++) {
        await checked.writeTexts("one.jsonl", texts);
        await checked.check({ type: "prefix", tokens: ["passing1"] });
        await checked.removeFile("one.jsonl");
        await checked.check({ type: "prefix", tokens: ["passing"] });
        await checked.writeTexts("two.jsonl", [`later${round} word`]);
        await checked.check({ type: "term", token: "word" });
      }
    },
    "the order of insertion changes nothing": async (checked) => {
      const random = new SeededRandom(4);
      const texts = sampleTexts(random, WORDS, 40).map((text, at) => ({ path: `${at}.jsonl`, text }));
      for (const { path, text } of texts) await checked.write(path, { only: [text] });
      for (let round = 0; round < 2; round++) {
        const other = new CheckedIndex(await createIndex(), analyzer);
        for (const { path, text } of random.shuffle(texts)) await other.write(path, { only: [text] });
        for (const query of QUERIES) assert.deepEqual(await other.matches(query), await checked.matches(query));
        await other.index.store.close();
      }
    },
    "a search that was cancelled before it began answers with the error Cancelled": async (checked) => {
      await checked.commit({ sources: [sampleChange("one.jsonl", [sampleEvent("e", 1, ["alpha"])])] });
      const options = { signal: AbortSignal.abort() };
      for (const token of ["alpha", "absent"]) {
        await assert.rejects(checked.matches({ type: "term", token }, undefined, options), { code: "Cancelled" });
      }
    },
  });
}
