import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import type { IndexUnderTest } from "../../src/contract/contract-law.ts";
import { discoverAll } from "../../src/contract/discover-all.ts";
import { sampleChange, sampleEvent } from "../../src/contract/sample-records.ts";
import { parseRecallQuery } from "../../src/domain/query/parse-recall-query.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import type { QueryTree } from "../../src/ports/query-tree.ts";
import { recallNaively, wantsNothing } from "../oracle/naive-recall.ts";
import { askedQuery, recalledText, writeQuery } from "./generators/recall-queries.ts";

const RUNS = process.env["LONG"] ? 1_000 : 150;

const analyzer = createAnalyzer(process.versions["unicode"] ?? "");
const ENGINES: readonly (readonly [name: string, open: () => IndexUnderTest])[] = [
  ["sqlite", () => openBetterSqlite3Index({ file: ":memory:", version: "test" })],
  ["memory", () => openMiniSearchIndex(analyzer)],
];
const question = fc
  .tuple(askedQuery, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }))
  .filter(([asked]) => !wantsNothing(asked))
  .map(([asked, flips]) => {
    let drawn = 0;
    return { asked, query: writeQuery(asked, { flip: () => flips[drawn++ % flips.length] as boolean }) };
  })
  .filter(({ query }) => Array.from(query).length <= 1_000);

describe.each(ENGINES)("discovery with the %s engine", (_name, open) => {
  const matchCounts: number[] = [];

  test("answers every query as a naive look through the texts, with the same relevance", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(recalledText, { minLength: 1, maxLength: 30, size: "max" }),
        fc.array(question, { minLength: 1, maxLength: 8 }),
        async (texts, questions) => {
          const index = await discovered(open(), texts);
          for (const { asked, query } of questions) {
            const { tree, terms } = parseRecallQuery(query);
            const expected = recallNaively(
              asked,
              terms.map((term) => term.text),
              texts,
            );
            matchCounts.push(expected.size);
            expect(await matchesOf(index, tree), query).toEqual(expected);
          }
          await index.store.close();
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("was asked for something that is there", () => {
    expect(matchCounts.filter((count) => count > 2).length).toBeGreaterThan(RUNS / 4);
  });
});

/** Text number n is the one fragment of the event `n`. */
async function discovered(index: IndexUnderTest, texts: readonly string[]): Promise<IndexUnderTest> {
  const events = texts.map((text, at) => sampleEvent(`${at}`, at + 1, [text]));
  const change = { sources: [sampleChange("one.jsonl", events)] };
  await index.store.commit(change);
  await discoverAll(index.store, change);
  return index;
}

/** What the engine answers: numbers of texts with their relevance. */
async function matchesOf({ store, discovery }: IndexUnderTest, tree: QueryTree): Promise<Map<number, number>> {
  const sources = new Set((await store.sources()).map((source) => source.key));
  const matches = new Map<number, number>();
  for await (const batch of discovery?.match(tree, await store.eligible({ sources })) ?? []) {
    const events = await store.events(batch.map((match) => match.event));
    for (const [at, match] of batch.entries()) matches.set(Number(events[at]?.entryId), match.relevance);
  }
  return matches;
}
