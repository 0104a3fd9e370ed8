import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "../bench-row.ts";
import { countFragments } from "../corpus/plain-texts.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import type { FoundWords } from "./find-words.ts";

const FRAGMENTS = 20_000;
const PROGRAM = fileURLToPath(new URL("./memory-engine-process.ts", import.meta.url));

/** What the process that holds the memory engine reports. */
export interface MemoryReport {
  readonly fragments: number;
  readonly textBytes: number;
  /** Growth of the process's resident memory over the sync, garbage collected and free pages given back before and after. */
  readonly residentBytes: number;
  /** The same of the JavaScript heap and what it holds outside. */
  readonly heapBytes: number;
  /** Growth of resident memory right after the sync, before any collection. */
  readonly uncollectedBytes: number;
  readonly syncMs: number;
  readonly words: FoundWords;
}

let report: MemoryReport | undefined;

/** Memory engine: bytes of process memory per byte of searchable text, store and engine together, on 20,000 of the fragments. */
export async function memoryEngine(corpus: Corpus): Promise<BenchRow> {
  const { residentBytes, heapBytes, uncollectedBytes, textBytes, fragments, syncMs } = await runMemoryProcess(corpus);
  return {
    what: "memory engine",
    measured: residentBytes / textBytes,
    bound: 6,
    unit: "bytes of process memory per byte of text",
    facts: {
      fragments,
      textBytes,
      heapPerByte: heapBytes / textBytes,
      uncollectedPerByte: uncollectedBytes / textBytes,
      syncMs,
    },
  };
}

/** Runs the process once for all rows that need it. */
export async function runMemoryProcess(corpus: Corpus): Promise<MemoryReport> {
  if (report) return report;
  const sessions = join(corpus.scratch, "memory-sessions");
  rmSync(sessions, { recursive: true, force: true });
  mkdirSync(sessions, { recursive: true });
  let fragments = 0;
  // Every seventh file, so that the share is a cross-section.
  for (let offset = 0; offset < 7 && fragments < FRAGMENTS; offset++) {
    for (let at = offset; at < corpus.files.length && fragments < FRAGMENTS; at += 7) {
      const path = corpus.files[at] as string;
      linkSync(path, join(sessions, basename(path)));
      fragments += countFragments(readFileSync(path, "utf8").trimEnd().split("\n"));
    }
  }
  const child = spawnSync(process.execPath, ["--expose-gc", PROGRAM, sessions], { encoding: "utf8" });
  if (child.status !== 0) throw new Error(`The memory engine's process failed: ${child.stderr}`);
  report = JSON.parse(child.stdout) as MemoryReport;
  return report;
}
