import { fc } from "@fast-check/vitest";

/** Words by how many fragments hold them: the first in more than half, the last in few. Some normalize, some are several tokens. */
const COMMON = ["the", "The", "of", "ab"];
const SOME = ["abc", "error", "数据", "据库", "naïve", "NAI\u0308VE", "src/core/store.ts", "RETRY_BUDGET_MS", "ไทย"];
const RARE = [
  "zeta",
  "数",
  "42",
  "😀x",
  "한국어",
  "ﬁne",
  "Σίσυφος",
  "𠮷",
  "y".repeat(256),
  "z".repeat(257),
  "—",
  "\u0000",
];

export const indexedWord: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...COMMON) },
  { weight: 4, arbitrary: fc.constantFrom(...SOME) },
  { weight: 2, arbitrary: fc.constantFrom(...RARE) },
);

/** A fragment's text: from empty to a few dozen words. */
export const indexedText: fc.Arbitrary<string> = fc
  .tuple(fc.array(indexedWord, { maxLength: 12 }), fc.constantFrom(" ", ", ", "\n"))
  .map(([words, separator]) => words.join(separator));
