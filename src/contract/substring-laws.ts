import assert from "node:assert/strict";
import { leavesOf } from "../domain/query/query-leaves.ts";
import { spellCharacters, trigramLeaf } from "../domain/text/trigrams.ts";
import type { QueryLeaf, QueryTree } from "../ports/query-tree.ts";
import type { Analyzer } from "../ports/search-engine.ts";
import { CheckedIndex, type FilterOf } from "./checked-index.ts";
import type { ContractLaw, CreateIndex, IndexUnderTest } from "./contract-law.ts";
import { discoverAll } from "./discover-all.ts";
import { onIndex } from "./on-index.ts";
import { type LeafSamples, sampleTreeOf } from "./sample-trees.ts";
import { SeededRandom } from "./seeded-random.ts";

const TEXTS = [
  "Go is in the CI pipeline",
  "数据库连接超时",
  "src/core/store.ts and src\\core\\store.ts",
  "category: two  spaces\n\tand more",
  "",
  "ﬁnal ÉTÉ, naïve ΣΊΣΥΦΟΣ",
  'let x = {a: 1}; // "quoted" \u0000 \ud800 end.',
  "aaaa",
  "no",
];

/** What to look for, and the numbers of the texts that hold it. */
const VERDICTS: readonly (readonly [needle: string, texts: readonly number[]])[] = [
  ["go", [0, 3]],
  ["CI", [0]],
  ["ci ", [0]],
  ["数据", [1]],
  ["超时", [1]],
  ["时", [1]],
  ["数据库", [1]],
  ["库连接超", [1]],
  ["STORE.TS", [2]],
  ["src/core", [2]],
  ["src\\core", [2]],
  ["two spaces and", [3]],
  ["two\nspaces", [3]],
  ["final ete", [5]],
  ["σίσυφος", [5]],
  ["{a:", [6]],
  ["; //", [6]],
  ['"', [6]],
  ["d.", [6]],
  ["\u0000 \ud800", [6]],
  ["aaaa", [7]],
  ["aaaaa", []],
  ["no", [8]],
  ["o", [0, 2, 3, 6, 8]],
  ["xyz", []],
];

const PIECES = ["ab", "a", "b", " ", "  ", "ba", "cab", ".", "-", "é", "数", "😀", ""];
const sampleText = (random: SeededRandom, most: number): string =>
  Array.from({ length: random.below(most) }, () => random.pick(PIECES)).join("");

/** Leaves as they come of short texts; NEAR takes those of three characters and more. */
function substrings(random: SeededRandom): LeafSamples {
  const leaf = (isLong: boolean): QueryLeaf => {
    const needle = sampleText(random, 6);
    const isUsable = !isLong || Array.from(spellCharacters(needle)).length > 2;
    return (isUsable ? trigramLeaf(needle) : undefined) ?? leaf(isLong);
  };
  return { leaf: () => leaf(false), phrase: () => leaf(true) };
}

const only: FilterOf = ({ source }) => ({ sources: new Set([source("1.jsonl")]) });

/** What an engine answers over trigrams. `discovers`: they are those that `store.discover` has put in, not those of commits. */
export function substringLaws(
  createIndex: CreateIndex,
  analyzer: Analyzer,
  { discovers = false }: { readonly discovers?: boolean } = {},
): ContractLaw[] {
  const check = (index: IndexUnderTest): CheckedIndex => {
    if (!discovers) return new CheckedIndex(index, analyzer);
    assert.ok(index.discovery, "the index has a discovery engine");
    const { store, discovery: engine } = index;
    return new CheckedIndex({ store, engine }, analyzer, (change) => discoverAll(store, change));
  };
  const law = (tryOn: (checked: CheckedIndex) => Promise<void>) => (index: IndexUnderTest) => tryOn(check(index));
  return onIndex(createIndex, {
    "a substring is found wherever it stands, across spaces and punctuation": law(async (checked) => {
      await checked.writeTexts("one.jsonl", TEXTS);
      for (const [needle, texts] of VERDICTS) {
        const leaf = trigramLeaf(needle);
        assert.ok(leaf);
        const found = [...(await checked.matches(leaf)).keys()].toSorted();
        assert.deepEqual(found, texts.map((at) => `one.jsonl/e${at}/0`).toSorted(), `texts that hold ${needle}`);
        await checked.check(leaf);
      }
    }),
    "any tree of substrings matches what the domain says": law(async (checked) => {
      const random = new SeededRandom(11);
      for (let file = 0; file < 3; file++) {
        const texts = Array.from({ length: 20 }, () => sampleText(random, 14));
        await checked.writeTexts(`${file}.jsonl`, texts);
      }
      for (let round = 0; round < 200; round++) await checked.check(sampleTreeOf(random, 3, substrings(random)));
    }),
    "substrings are counted over what is held, eligible or not, whatever has gone": law(async (checked) => {
      const random = new SeededRandom(12);
      const asked: QueryTree[] = Array.from({ length: 12 }, () => sampleTreeOf(random, 1, substrings(random)));
      for (let round = 0; round < 12; round++) {
        const path = `${random.below(3)}.jsonl`;
        const texts = Array.from({ length: 1 + random.below(9) }, (_, at) => [
          `e${at}`,
          [sampleText(random, 12), sampleText(random, 5)],
        ]);
        const action = random.below(4);
        if (action === 0) await checked.removeFile(path);
        else await checked.write(path, Object.fromEntries(texts), action === 1);
        for (const tree of asked) await checked.check(tree);
      }
      await checked.writeTexts("1.jsonl", ["abc", "cab a"]);
      for (const tree of asked) await checked.check(tree, only, (name) => name.startsWith("1.jsonl/"));
      assert.ok(asked.some((tree) => leavesOf(tree).length > 1));
    }),
  });
}
