import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "../bench-row.ts";
import { buildProgram } from "../build-program.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { VOCABULARY } from "../corpus/vocabulary.ts";
import { writeLongSession } from "../corpus/write-long-session.ts";
import { median } from "../measure.ts";

const PROGRAM = fileURLToPath(new URL("./worker-load-process.ts", import.meta.url));
const MEGABYTE = 1_000_000;
/** From words that most fragments hold to words that few hold. */
const QUERIES = [0, 6, 40, 400, 3_000, 20_000].map((rank) => VOCABULARY[rank] as string);

export interface WorkerTask {
  readonly sessions: string;
  readonly index: string;
  readonly queries: readonly string[];
}

/** Of the main thread's event loop, in milliseconds. */
export interface Delay {
  readonly p99: number;
  readonly longest: number;
  /** Longest stretch of the thread's own work, in its processor time: a delay above it is the machine's. */
  readonly longestWork: number;
}

/** What the process with the worker reports. Times in milliseconds where nothing else is said. */
export interface WorkerReport {
  readonly state: string;
  /** Of the session files that were indexed. */
  readonly bytes: number;
  readonly peakBytesBefore: number;
  readonly peakBytes: number;
  readonly seconds: number;
  /** Reports of progress that the main thread took. */
  readonly messages: number;
  readonly quietDelay: Delay;
  readonly busyDelay: Delay;
  /** Of every search while the worker indexed, and of every search after it. */
  readonly meanwhile: readonly number[];
  readonly afterwards: readonly number[];
}

/**
 * Worker: a process whose worker indexes a store of which 60 % are one session, and answers a search every 200 ms meanwhile. The most
 * memory that the process had, how late its main thread was, and how long the searches took.
 */
export async function workerLoad(corpus: Corpus, megabytes: number): Promise<BenchRow[]> {
  const folder = join(corpus.scratch, "worker-load");
  rmSync(folder, { recursive: true, force: true });
  const sessions = join(folder, "sessions");
  const index = join(folder, "index", "index.sqlite");
  const long = writeLongSession(join(sessions, "long", "long.jsonl"), {
    sessionId: "long",
    bytes: megabytes * 0.6 * MEGABYTE,
    seed: 4,
  });
  // Newest first is the order of work: the long one comes last, when there is something to be found.
  utimesSync(long.path, 0, 0);
  const others = linkOthers(corpus, sessions, megabytes * 0.4 * MEGABYTE);
  const program = await buildProgram(PROGRAM, join(folder, "program"));
  const task: WorkerTask = { sessions, index, queries: QUERIES };
  const output = execFileSync(process.execPath, [program, JSON.stringify(task)], { encoding: "utf8" });
  const report = JSON.parse(output) as WorkerReport;
  const indexBytes = statSync(index).size;
  rmSync(folder, { recursive: true, force: true });
  if (report.state !== "ready") throw new Error(`The worker's index is ${report.state}.`);
  return describeReport(report, {
    storeMegabytes: report.bytes / MEGABYTE,
    longMegabytes: long.bytes / MEGABYTE,
    longEntries: long.entryIds.length,
    files: others + 1,
    indexMegabytes: indexBytes / MEGABYTE,
  });
}

function describeReport(report: WorkerReport, store: BenchRow["facts"]): BenchRow[] {
  const { meanwhile, afterwards, quietDelay, busyDelay } = report;
  const size = `${Math.round(report.bytes / MEGABYTE).toLocaleString("en")} MB`;
  return [
    {
      what: "worker memory",
      measured: report.peakBytes / MEGABYTE,
      bound: 300,
      unit: `MB resident at most, whole process, indexing ${size}`,
      facts: { beforeOpening: report.peakBytesBefore / MEGABYTE, seconds: report.seconds, ...store },
    },
    {
      what: "event-loop delay",
      measured: busyDelay.p99,
      bound: 50,
      unit: "ms, 99 % of the main thread's, while its worker indexes",
      facts: {
        longest: busyDelay.longest,
        longestWork: busyDelay.longestWork,
        quietP99: quietDelay.p99,
        quietLongest: quietDelay.longest,
        messages: report.messages,
      },
    },
    {
      what: "search while the worker indexes",
      measured: quantile(meanwhile, 0.9),
      unit: "ms, 90 % of them",
      facts: {
        searches: meanwhile.length,
        median: median(meanwhile),
        longest: Math.max(...meanwhile),
        afterwardsMedian: median(afterwards),
        afterwardsP90: quantile(afterwards, 0.9),
        afterwardsLongest: Math.max(...afterwards),
      },
    },
  ];
}

/** Files of the corpus, every third so that they are a cross-section, until they are as many bytes. Answers with their number. */
function linkOthers({ files }: Corpus, sessions: string, bytes: number): number {
  let [linked, count] = [0, 0];
  for (let offset = 0; offset < 3 && linked < bytes; offset++) {
    for (let at = offset; at < files.length && linked < bytes; at += 3) {
      const path = files[at] as string;
      const folder = join(sessions, basename(dirname(path)));
      mkdirSync(folder, { recursive: true });
      linkSync(path, join(folder, basename(path)));
      linked += statSync(path).size;
      count++;
    }
  }
  return count;
}

function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(share * (figures.length - 1))] ?? Number.NaN;
}
