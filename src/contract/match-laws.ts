import assert from "node:assert/strict";
import type { QueryLeaf, QueryTree } from "../ports/query-tree.ts";
import type { Analyzer } from "../ports/search-engine.ts";
import type { CheckedIndex } from "./checked-index.ts";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { onCheckedIndex } from "./on-index.ts";
import { sampleTree } from "./sample-trees.ts";
import { SeededRandom } from "./seeded-random.ts";

const term = (token: string): QueryLeaf => ({ type: "term", token });
const phrase = (...tokens: string[]): QueryLeaf => ({ type: "phrase", tokens });
const prefix = (...tokens: string[]): QueryLeaf => ({ type: "prefix", tokens });
const nothing: QueryLeaf = { type: "nothing", text: "a run that is too long" };
const near = (distance: number, ...phrases: QueryLeaf[]): QueryTree => ({ type: "near", phrases, distance });
const and = (...of: QueryTree[]): QueryTree => ({ type: "and", of });
const or = (...of: QueryTree[]): QueryTree => ({ type: "or", of });
const not = (of: QueryTree, except: QueryTree): QueryTree => ({ type: "not", of, except });

const TEXTS = [
  "alpha beta gamma",
  "alpha gamma beta alpha",
  "beta",
  "",
  "Gamma, BETA: alphabet!",
  "alpha one two three beta four gamma",
  "delta alpha_beta/gamma.ts delta",
  "... --- ...",
];

/** A tree and the numbers of the texts that it matches. */
const VERDICTS: readonly (readonly [sentence: string, tree: QueryTree, texts: readonly number[]])[] = [
  ["a term matches whole tokens in any case", term("alpha"), [0, 1, 5, 6]],
  ["an unknown term matches nothing", term("omega"), []],
  ["a phrase matches adjacent tokens in order, across separators", phrase("alpha", "beta"), [0, 6]],
  ["a phrase of one repeated token needs it twice", phrase("alpha", "alpha"), []],
  ["a phrase with an unknown token matches nothing", phrase("alpha", "omega"), []],
  ["a prefix matches the beginning of a token, the whole token included", prefix("alph"), [0, 1, 4, 5, 6]],
  ["a prefix matches a whole token", prefix("beta"), [0, 1, 2, 4, 5, 6]],
  ["only the last token of a prefix is a beginning", prefix("alpha", "b"), [0, 6]],
  ["and matches what all parts match", and(term("beta"), term("gamma"), prefix("d")), [6]],
  ["or matches what any part matches", or(term("two"), phrase("gamma", "beta"), nothing), [1, 4, 5]],
  ["not leaves out what the exception matches", not(term("beta"), or(term("alpha"), term("alphabet"))), [2]],
  ["not is scoped to its own part", or(not(term("beta"), term("alpha")), term("two")), [2, 4, 5]],
  ["near in distance 0 needs neighbours, in any order", near(0, term("beta"), term("alpha")), [0, 1, 6]],
  ["near counts the tokens between", near(3, term("alpha"), term("beta")), [0, 1, 5, 6]],
  ["near stops one token too far", near(2, term("alpha"), term("beta")), [0, 1, 6]],
  ["near measures from the end of a longer phrase", near(1, phrase("two", "three"), term("four")), [5]],
  ["near with a longer phrase stops one token too far", near(0, phrase("two", "three"), term("four")), []],
  ["near needs every phrase", near(9, term("alpha"), term("two"), term("delta")), []],
  ["near of three spans the first and the last", near(3, term("one"), term("beta"), term("three")), [5]],
  ["near of a phrase with itself needs it once", near(0, term("beta"), term("beta")), [0, 1, 2, 4, 5, 6]],
  ["a clause that nothing can match matches nothing", and(term("beta"), nothing), []],
  ["not nothing is everything that the other part matches", not(term("delta"), nothing), [6]],
];

/** Words that mean something to a query language or to a JavaScript object. */
const ODD_WORDS = [
  "and",
  "or",
  "not",
  "near",
  "constructor",
  "__proto__",
  "toString",
  "0",
  "00",
  "null",
  "rowid",
  "text",
];

const SCRIPTS = [
  "数据库连接超时 retry",
  "データベース接続 タイムアウト",
  "데이터베이스 연결",
  "ฐานข้อมูล หมดเวลา",
  "Ångström naïve CAFÉ ﬁne ΣΊΣΥΦΟΣ",
  "приве́т мир",
  "مرحبا بالعالم",
  "𠮷野家 👩‍👩‍👧 😀 𝒳",
  `before ${"x".repeat(300)} after`,
  `${"é".repeat(256)} ${"y".repeat(256)} ${"z".repeat(257)}`,
  "nul\u0000inside lone \ud800 surrogate",
];

/** What an engine answers to a query: exactly the fragments that satisfy the tree. */
export function matchLaws(createIndex: CreateIndex, analyzer: Analyzer): ContractLaw[] {
  const verdicts = VERDICTS.map(([sentence, tree, texts]) => {
    const judge = async (checked: CheckedIndex) => {
      await checked.writeTexts("one.jsonl", TEXTS);
      const found = [...(await checked.matches(tree)).keys()].toSorted();
      assert.deepEqual(found, texts.map((at) => `one.jsonl/e${at}/0`).toSorted());
      await checked.check(tree);
    };
    return [sentence, judge] as const;
  });
  return onCheckedIndex(createIndex, analyzer, {
    ...Object.fromEntries(verdicts),
    "an empty index answers with nothing": async (checked) => {
      assert.equal((await checked.matches(or(term("alpha"), prefix("b")))).size, 0);
    },
    "words of query languages and of JavaScript are plain words": async (checked) => {
      await checked.writeTexts("one.jsonl", [...ODD_WORDS, ODD_WORDS.join(" "), "plain"]);
      for (const token of new Set(ODD_WORDS.flatMap((word) => analyzer.tokens(word)))) {
        await checked.check(term(token));
        await checked.check(prefix(token));
        await checked.check(and(term(token), term("not")));
      }
    },
    "every token of every script is found, and runs over 256 code points only take a place": async (checked) => {
      await checked.writeTexts("one.jsonl", SCRIPTS);
      for (const text of SCRIPTS) {
        const tokens = analyzer.tokens(text);
        for (const [at, token] of tokens.entries()) {
          const [before] = tokens.slice(Math.max(0, at - 1), at);
          if (token === analyzer.longRun) continue;
          await checked.check(term(token));
          await checked.check(prefix(Array.from(token).slice(0, 2).join("")));
          if (before !== undefined && before !== analyzer.longRun) await checked.check(phrase(before, token));
        }
      }
      await checked.check(phrase("before", "after"));
      await checked.check(near(1, term("before"), term("after")));
    },
    "many matches all come back, each once": async (checked) => {
      const texts = Array.from({ length: 3_000 }, (_, at) => `common word${at % 7} number${at}`);
      await checked.writeTexts("one.jsonl", texts);
      await checked.check(term("common"));
      await checked.check(prefix("number1"));
      await checked.check(not(prefix("wor"), term("word3")));
    },
    "any tree matches what the domain says": async (checked) => {
      const random = new SeededRandom(1);
      const words = ["the", "of", "ab", "abc", "rare", "数", "据", "zeta", "12", "é"];
      for (let file = 0; file < 3; file++) {
        await checked.writeTexts(`${file}.jsonl`, sampleTexts(random, words, 25));
      }
      const tokens = [...new Set(words.flatMap((word) => analyzer.tokens(word))), "absent"];
      for (let round = 0; round < 250; round++) await checked.check(sampleTree(random, tokens, 3));
    },
  });
}

/** Texts in which early words are in most and late words in few; some are empty. */
export function sampleTexts(random: SeededRandom, words: readonly string[], count: number): string[] {
  return Array.from({ length: count }, () => {
    const length = random.below(14);
    return Array.from({ length }, () => words[Math.min(random.below(words.length), random.below(words.length))]).join(
      " ",
    );
  });
}
