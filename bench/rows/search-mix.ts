import Database from "better-sqlite3";
import type { QueryTree } from "../../src/ports/query-tree.ts";
import { compileQuery } from "../../src/adapters/sqlite/compile-query.ts";
import { parseEventQuery } from "../../src/domain/query/parse-event-query.ts";
import { type FilterRequest, validateFilter } from "../../src/domain/query/validate-request.ts";
import type { HistoryParts } from "../../src/domain/use-cases/history-parts.ts";
import { resolveScope, type Scope } from "../../src/domain/use-cases/scope/resolve-scope.ts";
import { rankMatches } from "../../src/domain/use-cases/search/rank-matches.ts";
import { matchEvents } from "../../src/domain/use-cases/search/match-events.ts";
import { selectSources } from "../../src/domain/use-cases/search/select-sources.ts";
import type { FilterRecord } from "../../src/ports/filter-record.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { VOCABULARY } from "../corpus/vocabulary.ts";
import { WORKSPACES } from "../corpus/write-corpus.ts";
import { addCosts, type Cost, measure, medianCost, NOTHING } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";

const HITS = 10;
const word = (rank: number): string => VOCABULARY[rank] as string;

/** By kind: how often a word stands in the corpus follows from its rank. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "common word": [word(0), word(6), word(40)],
  "word of middling frequency": [word(400), word(3_000)],
  "rare word": [word(20_000), word(50_000)],
  "all of several words": [
    `${word(3)} ${word(9)}`,
    `${word(20)} ${word(60)} ${word(120)}`,
    `${word(2)} ${word(4_000)}`,
    `${word(700)} ${word(900)}`,
  ],
  phrase: [`"${word(1)} ${word(5)}"`, `"${word(12)} ${word(30)} ${word(2)}"`],
  ideographs: ["丁丂", "丁丂七", "世"],
  identifier: [`src/${word(0)}/${word(1)}.ts`, `${word(4)}_${word(7)}`, `${word(8)}.${word(3)}(${word(2)})`],
  "outside ASCII": ["Größe", "ошибка"],
};

const WORKSPACE = WORKSPACES[1] as string;
const FILTERS: Readonly<Record<string, { readonly request: FilterRequest; readonly workspace?: string }>> = {
  none: { request: {} },
  "one workspace of six": { request: {}, workspace: WORKSPACE },
  roles: { request: { roles: ["toolResult"] } },
  kinds: { request: { kinds: ["tool.call", "user.text"] } },
  states: { request: { branchStates: ["selected"], selectionStates: ["direct"] } },
  time: { request: { time: { from: "2026-01-05", to: "2026-01-20" } } },
};

/**
 * Search mix: match, filter, coalescing and order of every query under every filter, against the bare statement for the ten best rows of
 * the same query on the same database. Both run in turn, in `rounds` rounds after one to warm up.
 */
export async function searchMix(corpus: Corpus, indexFile: string, rounds: number): Promise<BenchRow> {
  const index = openIndexFile(indexFile);
  const parts = openParts(index, corpus.sessions);
  const database = new Database(indexFile, { readonly: true });
  const bare = database.prepare("SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT 10").pluck();
  const searches = await prepareSearches(parts);
  const totals: { ours: Cost; bare: Cost }[] = [];
  const groups = new Map<string, { ours: Cost; bare: Cost }>();
  for (let round = -1; round < rounds; round++) {
    const total = { ours: NOTHING, bare: NOTHING };
    for (const search of searches) {
      const statement = await measure(() => bare.all(compileQuery(search.tree)));
      const ours = await measure(() => topEvents(search.tree, search.filter, search.scope, parts));
      total.bare = addCosts(total.bare, statement.cost);
      total.ours = addCosts(total.ours, ours.cost);
      if (round < 0) continue;
      for (const group of [search.kind, `filter: ${search.filterName}`]) {
        const sum = groups.get(group) ?? { ours: NOTHING, bare: NOTHING };
        groups.set(group, { ours: addCosts(sum.ours, ours.cost), bare: addCosts(sum.bare, statement.cost) });
      }
    }
    if (round >= 0) totals.push(total);
  }
  database.close();
  await index.store.close();
  const ratios = [...groups].map(([group, { ours, bare: least }]) => [group, ours.cpu / least.cpu] as const);
  return ratioRow(
    {
      what: "search mix",
      unit: "× bare `MATCH … ORDER BY rank LIMIT 10`",
      bound: 1.6,
      facts: { searches: searches.length, ...Object.fromEntries(ratios) },
    },
    medianCost(totals.map((total) => total.ours)),
    medianCost(totals.map((total) => total.bare)),
  );
}

interface Search {
  readonly kind: string;
  readonly filterName: string;
  readonly tree: QueryTree;
  readonly filter: FilterRecord;
  readonly scope: Scope;
}

async function prepareSearches(parts: HistoryParts): Promise<Search[]> {
  const searches: Search[] = [];
  for (const [filterName, { request, workspace }] of Object.entries(FILTERS)) {
    const caller = {
      cwd: WORKSPACE,
      ...(workspace === undefined ? { everything: true } : { workspaces: [workspace] }),
    };
    const scope = await resolveScope(caller, parts);
    const filter = { ...validateFilter(request), ...(await selectSources({}, caller, scope, parts)) };
    for (const [kind, queries] of Object.entries(QUERIES)) {
      for (const query of queries)
        searches.push({ kind, filterName, tree: parseEventQuery(query).tree, filter, scope });
    }
  }
  return searches;
}

async function topEvents(tree: QueryTree, filter: FilterRecord, scope: Scope, parts: HistoryParts): Promise<number> {
  const matches = await matchEvents(tree, filter, parts, { relevance: true });
  let taken = 0;
  for await (const _ of rankMatches(matches, scope, parts, { collapse: true })) if (++taken === HITS) break;
  return taken;
}
