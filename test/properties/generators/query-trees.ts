import { fc } from "@fast-check/vitest";
import { analyze, LONG_RUN } from "../../../src/domain/text/analyzer.ts";
import type { QueryLeaf, QueryTree } from "../../../src/ports/query-tree.ts";
import { indexedWord } from "./indexed-texts.ts";

/** Between one token and a few, as a text gives them: often adjacent ones of one word. */
const queryTokens: fc.Arbitrary<readonly string[]> = fc
  .array(fc.oneof({ weight: 9, arbitrary: indexedWord }, fc.constant("absent")), { minLength: 1, maxLength: 3 })
  .map((words) => analyze(words.join(" ")))
  .filter((tokens) => tokens.length > 0 && tokens.length <= 8 && !tokens.includes(LONG_RUN));

const exactLeaf: fc.Arbitrary<QueryLeaf> = queryTokens.map(([token = "", ...others]) =>
  others.length === 0 ? { type: "term", token } : { type: "phrase", tokens: [token, ...others] },
);

const singleTerm: fc.Arbitrary<QueryLeaf> = queryTokens.map(([token = ""]) => ({ type: "term", token }));

/** Phrases that many texts hold. */
const commonPhrase: fc.Arbitrary<QueryLeaf> = fc.constantFrom<QueryLeaf>(
  { type: "phrase", tokens: ["the", "of"] },
  { type: "phrase", tokens: ["ab", "the"] },
  { type: "phrase", tokens: ["数", "据"] },
);

const prefixLeaf: fc.Arbitrary<QueryLeaf> = fc.tuple(queryTokens, fc.nat(3)).map(([tokens, cut]) => {
  const last = Array.from(tokens.at(-1) ?? "");
  return { type: "prefix", tokens: [...tokens.slice(0, -1), last.slice(0, Math.max(1, last.length - cut)).join("")] };
});

const queryLeaf: fc.Arbitrary<QueryLeaf> = fc.oneof(
  { weight: 5, arbitrary: singleTerm },
  { weight: 3, arbitrary: fc.oneof(exactLeaf, commonPhrase) },
  { weight: 2, arbitrary: prefixLeaf },
  { weight: 1, arbitrary: fc.constant<QueryLeaf>({ type: "nothing", text: "a run that is too long" }) },
);

/** Any tree that the query languages could parse to, and more. */
export const queryTree: fc.Arbitrary<QueryTree> = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: queryLeaf },
    { weight: 2, arbitrary: operator("and", tie("tree")) },
    { weight: 2, arbitrary: operator("or", tie("tree")) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant("not" as const), of: tie("tree"), except: tie("tree") }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant("near" as const),
        phrases: fc.array(fc.oneof(singleTerm, exactLeaf, commonPhrase, prefixLeaf), { minLength: 2, maxLength: 3 }),
        distance: fc.nat(4),
      }),
    },
  ),
})).tree;

function operator<Type extends "and" | "or">(type: Type, part: fc.Arbitrary<QueryTree>) {
  return fc.record({ type: fc.constant(type), of: fc.array(part, { minLength: 2, maxLength: 3 }) });
}
