/**
 * `npm run bench`: measures the promises of docs/benchmarks.md on a generated corpus, writes bench/results.json and the table there.
 * Options: `--quick` takes 30,000 fragments and fewer rounds and writes nothing; `--corpus <folder>` keeps the corpus for the next run;
 * `--only <row>` (repeatable) runs some rows, and writes nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BenchRow, isHeld } from "./bench-row.ts";
import { openCorpus } from "./corpus/open-corpus.ts";
import { describeRow, writeReport } from "./report.ts";
import { append } from "./rows/append.ts";
import { coldIndex } from "./rows/cold-index.ts";
import { discovery } from "./rows/discovery.ts";
import { indexSize } from "./rows/index-size.ts";
import { manySessions } from "./rows/many-sessions.ts";
import { memoryEngine } from "./rows/memory-engine.ts";
import { preparation } from "./rows/preparation.ts";
import { searchMix } from "./rows/search-mix.ts";
import { snippets } from "./rows/snippets.ts";
import { warmStart } from "./rows/warm-start.ts";
import { wordsFound } from "./rows/words-found.ts";
import { workerLoad } from "./rows/worker-load.ts";

const SEED = 1;
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    corpus: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
  },
});
const folder = options.corpus ?? mkdtempSync(join(tmpdir(), "pi-event-recall-bench-"));
if (options.corpus === undefined) process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const rounds = options.quick ? 3 : 5;
say("Writing and reading the corpus …");
const corpus = openCorpus(folder, { fragments: options.quick ? 30_000 : 300_000, seed: SEED });
const { sizes } = corpus;
say(
  `${corpus.fragments} fragments in ${corpus.files.length} files, ${Math.round(corpus.bytes / 1e6)} MB, of which ` +
    `${Math.round(corpus.textBytes / 1e6)} MB searchable; median ${sizes.median}, p90 ${sizes.p90}, p99 ${sizes.p99}, ` +
    `longest ${sizes.max}; ${Math.round(corpus.notAscii * 100)} % not plain ASCII.\n`,
);

const indexFile = join(corpus.scratch, "index.sqlite");
/** In this order: the first row builds the index that the next ones search, and `size` compacts it. */
const benches: Readonly<Record<string, () => Promise<BenchRow | readonly BenchRow[]>>> = {
  "cold index": () => coldIndex(corpus, indexFile, 3),
  "warm start": () => warmStart(corpus, indexFile, rounds),
  "search mix": () => searchMix(corpus, indexFile, rounds),
  snippets: () => snippets(corpus, indexFile),
  "words found": () => wordsFound(corpus, indexFile),
  size: () => indexSize(corpus, indexFile),
  "memory engine": () => memoryEngine(corpus),
  "many sessions": () => manySessions(corpus.scratch, rounds),
  discovery: () => discovery(corpus.scratch, { messages: options.quick ? 30_000 : 300_000, rounds }),
  append: () => append(corpus.scratch, rounds),
  preparation: () => preparation(corpus.scratch, rounds * 2),
  worker: () => workerLoad(corpus, options.quick ? 100 : 1_000),
};

const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (options.only.length > 0 && !options.only.includes(name)) continue;
  const measured = [await bench()].flat();
  for (const row of measured) say(describeRow(row));
  rows.push(...measured);
}
const missed = rows.filter((row) => isHeld(row) === false);
say(missed.length === 0 ? "\nEvery bound is held." : `\nMissed: ${missed.map((row) => row.what).join(", ")}.`);
if (!options.quick && options.only.length === 0) writeReport(corpus, rows);
