/** Run by `memory-engine.ts` with `--expose-gc`: indexes one folder of sessions in memory and prints a `MemoryReport`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { syncHistory } from "../../src/domain/use-cases/sync/sync-history.ts";
import { eachRecord } from "../corpus/each-record.ts";
import { plainTexts } from "../corpus/plain-texts.ts";
import { measure } from "../measure.ts";
import { openParts } from "../open-parts.ts";
import { findWords } from "./find-words.ts";
import type { MemoryReport } from "./memory-engine.ts";

const sessions = process.argv[2] as string;
const parts = openParts(openMiniSearchIndex(createAnalyzer("bench")), sessions);
const before = heldMemory();
const sync = await measure(() => syncHistory(parts));
const uncollected = process.memoryUsage().rss;
const after = heldMemory();

const files = readdirSync(sessions).map((name) => join(sessions, name));
let fragments = 0;
let textBytes = 0;
for (const path of files) {
  for (const { record } of eachRecord(readFileSync(path, "utf8"))) {
    for (const text of plainTexts(record)) {
      fragments++;
      textBytes += Buffer.byteLength(text);
    }
  }
}
const report: MemoryReport = {
  fragments,
  textBytes,
  residentBytes: after.resident - before.resident,
  heapBytes: after.heap - before.heap,
  uncollectedBytes: uncollected - before.resident,
  syncMs: sync.cost.cpu,
  words: await findWords(parts, files),
};
process.stdout.write(JSON.stringify(report));

/** What the process holds once the collector has given back every page that it only keeps for later. */
function heldMemory(): { resident: number; heap: number } {
  for (let times = 0; times < 3; times++) globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, heap: heapUsed + external };
}
