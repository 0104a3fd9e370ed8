import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { syncHistory } from "../../src/domain/use-cases/sync/sync-history.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { plainTexts } from "../corpus/plain-texts.ts";
import { addCosts, type Cost, measure, medianCost, NOTHING } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";

/**
 * Cold index: an empty index file brought up to date, against reading the same files, `JSON.parse` of every line, and inserting the
 * same texts into a contentless FTS5 table with the settings of the index, in one transaction. Leaves the last index at `indexFile`.
 */
export async function coldIndex(corpus: Corpus, indexFile: string, rounds: number): Promise<BenchRow> {
  const ours: Cost[] = [];
  const bare: Cost[] = [];
  const parts: Awaited<ReturnType<typeof bareIndex>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const floor = await bareIndex(corpus, join(corpus.scratch, "bare.sqlite"));
    parts.push(floor);
    bare.push(addCosts(floor.reading, addCosts(floor.parsing, floor.inserting)));
    deleteDatabase(indexFile);
    const index = openIndexFile(indexFile);
    ours.push((await measure(() => syncHistory(openParts(index, corpus.sessions)))).cost);
    await index.store.close();
  }
  const cpuOf = (part: "reading" | "parsing" | "inserting"): number => medianCost(parts.map((cost) => cost[part])).cpu;
  return ratioRow(
    {
      what: "cold index",
      unit: "× read, JSON.parse and bare FTS5 insert",
      bound: 1.8,
      facts: {
        readMs: cpuOf("reading"),
        parseMs: cpuOf("parsing"),
        insertMs: cpuOf("inserting"),
        megabytesPerSecond: corpus.bytes / 1_000 / medianCost(ours).cpu,
      },
    },
    medianCost(ours),
    medianCost(bare),
  );
}

async function bareIndex(corpus: Corpus, file: string): Promise<{ reading: Cost; parsing: Cost; inserting: Cost }> {
  deleteDatabase(file);
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = NORMAL");
  database.exec("CREATE VIRTUAL TABLE fts USING fts5(text, content='', contentless_delete=1, tokenize='ascii')");
  database.exec("INSERT INTO fts (fts, rank) VALUES ('hashsize', 16777216)");
  const insert = database.prepare("INSERT INTO fts (rowid, text) VALUES (?, ?)");
  let [reading, parsing, inserting] = [NOTHING, NOTHING, NOTHING];
  let rowid = 0;
  database.exec("BEGIN");
  for (const path of corpus.files) {
    const read = await measure(() => readFileSync(path, "utf8"));
    const parsed = await measure(() => read.result.split("\n").map((line) => (line === "" ? {} : JSON.parse(line))));
    const texts = parsed.result.flatMap(plainTexts);
    const inserted = await measure(() => {
      for (const text of texts) insert.run(++rowid, text);
    });
    reading = addCosts(reading, read.cost);
    parsing = addCosts(parsing, parsed.cost);
    inserting = addCosts(inserting, inserted.cost);
  }
  inserting = addCosts(inserting, (await measure(() => database.exec("COMMIT"))).cost);
  database.close();
  deleteDatabase(file);
  return { reading, parsing, inserting };
}

function deleteDatabase(file: string): void {
  for (const companion of ["", "-wal", "-shm"]) rmSync(file + companion, { force: true });
}
