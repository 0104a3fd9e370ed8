import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import type { IndexUnderTest } from "../../src/contract/contract-law.ts";
import { sampleChange } from "../../src/contract/sample-records.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import type { IndexChange } from "../../src/ports/event-store.ts";
import type { QueryTree } from "../../src/ports/query-tree.ts";
import { type NamedFilter, namedFilter, resolveFilter } from "./generators/index-filters.ts";
import { finalContent, indexHistory } from "./generators/index-histories.ts";
import { queryTree } from "./generators/query-trees.ts";
import { matchNaively } from "./naive-engine.ts";

const RUNS = process.env["LONG"] ? 2_000 : 120;

const analyzer = createAnalyzer(process.versions["unicode"] ?? "");
const ENGINES: readonly (readonly [name: string, open: () => IndexUnderTest])[] = [
  ["sqlite", () => openBetterSqlite3Index({ file: ":memory:", version: "test" })],
  ["memory", () => openMiniSearchIndex(analyzer)],
];
const question = fc.record({ tree: queryTree, filter: fc.oneof(fc.constant<NamedFilter>({}), namedFilter) });

describe.each(ENGINES)("the %s engine", (_name, open) => {
  const matchCounts: number[] = [];

  test("answers every tree and filter after any history as a naive scan of the final content, and as a fresh index", async () => {
    await fc.assert(
      fc.asyncProperty(
        indexHistory,
        fc.array(question, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (history, questions, order) => {
          const content = finalContent(history);
          const files = [...content].map(([path, events]) => sampleChange(path, events));
          const fresh = await filled(
            open(),
            order % 2 === 0 ? [{ sources: files }] : files.toReversed().map((file) => ({ sources: [file] })),
          );
          const grown = await filled(open(), history);
          for (const { tree, filter } of questions) {
            const expected = matchNaively(content, tree, filter);
            matchCounts.push(expected.size);
            expect(await matchesOf(grown, tree, filter)).toEqual(expected);
            expect(await matchesOf(fresh, tree, filter)).toEqual(expected);
            const unranked = await matchesOf(grown, tree, filter, false);
            expect(new Set(unranked.keys())).toEqual(new Set(expected.keys()));
          }
          await grown.store.close();
          await fresh.store.close();
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("was asked questions that find something", () => {
    expect(matchCounts.filter((count) => count > 3).length).toBeGreaterThan(RUNS / 4);
  });
});

async function filled(index: IndexUnderTest, changes: readonly IndexChange[]): Promise<IndexUnderTest> {
  for (const change of changes) await index.store.commit(change);
  return index;
}

/** What the engine answers: `<path>/<entry id>/<ordinal>` with its relevance. */
async function matchesOf(
  { store, engine }: IndexUnderTest,
  tree: QueryTree,
  filter: NamedFilter,
  relevance = true,
): Promise<Map<string, number>> {
  const paths = new Map((await store.sources()).map((source) => [source.key, source.path]));
  const eligible = await store.eligible(await resolveFilter(filter, store));
  const matches = new Map<string, number>();
  for await (const batch of engine.match(tree, eligible, { relevance })) {
    for (const match of batch) {
      const [event] = await store.events([match.event]);
      const name = `${paths.get(event?.source ?? 0)}/${event?.entryId}/${match.ordinal}`;
      expect(matches.has(name), `${name} twice`).toBe(false);
      matches.set(name, match.relevance);
    }
  }
  return matches;
}
