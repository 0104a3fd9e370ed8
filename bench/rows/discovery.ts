import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { compileQuery } from "../../src/adapters/sqlite/compile-query.ts";
import { parseRecallQuery } from "../../src/domain/query/parse-recall-query.ts";
import type { HistoryParts } from "../../src/domain/use-cases/history-parts.ts";
import { discoverSessions } from "../../src/domain/use-cases/recall/discover-sessions.ts";
import { indexDiscovery } from "../../src/domain/use-cases/sync/index-discovery.ts";
import { syncHistory } from "../../src/domain/use-cases/sync/sync-history.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";
import { VOCABULARY } from "../corpus/vocabulary.ts";
import { writeConversations } from "../corpus/write-conversations.ts";
import { addCosts, type Cost, measure, medianCost, NOTHING } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";

const CALLER = { cwd: "/home/ada", everything: true } as const;
const OUTCOME = { isRunning: false, hasFailed: false, hasFinished: true, skipped: [] } as const;
const word = (rank: number): string => VOCABULARY[rank] as string;

/** By kind: how often a word stands in the corpus follows from its rank. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "common word": [word(3), word(40)],
  "rarer word": [word(3_000), word(20_000)],
  "several words": [`${word(20)} ${word(60)}`, `${word(700)} ${word(900)}`],
  phrase: [`"${word(12)} ${word(30)}"`, `"src/${word(0)}/"`],
  "two characters": ["go", "数据", "丁丂"],
  operators: [`${word(300)} OR ${word(301)}`, `${word(400)} NOT ${word(7)}`, `NEAR(${word(50)} ${word(80)}, 40)`],
};
const ONE_CHARACTER = ["x", "丁"];

/**
 * Discovery over conversations: build time and size of the trigram index, and every query from its text to three sessions with their
 * snippets, against the bare statement for the ten best rows of the same trigrams.
 */
export async function discovery(
  scratch: string,
  { messages, rounds }: { readonly messages: number; readonly rounds: number },
): Promise<BenchRow[]> {
  const sessions = join(scratch, "conversations");
  const indexFile = join(scratch, "discovery.sqlite");
  for (const path of [sessions, indexFile]) rmSync(path, { recursive: true, force: true });
  const { textBytes, files } = writeConversations(sessions, { messages, seed: 7 });
  const index = openIndexFile(indexFile);
  const parts = { ...openParts(index, sessions), discovery: index.discovery };
  await syncHistory(parts);
  await index.store.maintain();
  const before = statSync(indexFile).size;
  const build = await measure(() => indexDiscovery(parts));
  await index.store.maintain();
  const bytes = statSync(indexFile).size - before;
  const searches = await searchRow(parts, indexFile, rounds);
  await index.store.close();
  const facts = { messages, files, textBytes };
  return [
    {
      what: "discovery index",
      measured: bytes / textBytes,
      bound: 3,
      unit: "× conversation text",
      facts: { ...facts, bytes },
    },
    {
      what: "discovery build",
      measured: build.cost.cpu / (textBytes / 1e6),
      byWallClock: build.cost.wall / (textBytes / 1e6),
      unit: "ms per MB of conversation text",
      facts: { ...facts, ms: build.cost.cpu, wallMs: build.cost.wall },
    },
    searches,
  ];
}

async function searchRow(parts: HistoryParts, indexFile: string, rounds: number): Promise<BenchRow> {
  const database = new Database(indexFile, { readonly: true });
  const bare = database.prepare("SELECT rowid FROM discovery WHERE discovery MATCH ? ORDER BY rank LIMIT 10").pluck();
  const compare = async (query: string): Promise<{ ours: Cost; bare: Cost }> => {
    const { tree } = parseRecallQuery(query);
    const statement = await measure(() => bare.all(compileQuery(tree)));
    const ours = await measure(() => discoverSessions({ query }, CALLER, parts, OUTCOME));
    return { ours: ours.cost, bare: statement.cost };
  };
  const totals: { ours: Cost; bare: Cost }[] = [];
  const groups = new Map<string, { ours: Cost; bare: Cost }>();
  const count = (group: string, { ours, bare: least }: { ours: Cost; bare: Cost }): void => {
    const sum = groups.get(group) ?? { ours: NOTHING, bare: NOTHING };
    groups.set(group, { ours: addCosts(sum.ours, ours), bare: addCosts(sum.bare, least) });
  };
  for (let round = -1; round < rounds; round++) {
    let total = { ours: NOTHING, bare: NOTHING };
    for (const [group, queries] of Object.entries(QUERIES)) {
      for (const query of queries) {
        const costs = await compare(query);
        total = { ours: addCosts(total.ours, costs.ours), bare: addCosts(total.bare, costs.bare) };
        if (round >= 0) count(group, costs);
      }
    }
    if (round >= 0) totals.push(total);
  }
  // Not in the total: they match nearly everything.
  for (const query of ONE_CHARACTER) count("one character", await compare(query));
  database.close();
  const ratios = [...groups].map(([group, { ours, bare: least }]) => [group, ours.wall / least.wall] as const);
  const searches = Object.values(QUERIES).flat().length;
  return ratioRow(
    { what: "discovery", unit: "× bare trigram statement", facts: { searches, ...Object.fromEntries(ratios) } },
    medianCost(totals.map((total) => total.ours)),
    medianCost(totals.map((total) => total.bare)),
  );
}
