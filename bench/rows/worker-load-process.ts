/** Built and run by `worker-load.ts`: indexes a store in a worker, searches it meanwhile and afterwards, and prints a `WorkerReport`. */
import { existsSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openWorkerHistory } from "../../src/adapters/worker/open-worker-history.ts";
import { WORKER_LIMITS } from "../../src/adapters/worker/worker-limits.ts";
import type { Delay, WorkerReport, WorkerTask } from "./worker-load.ts";

/** Between two searches, as an agent that keeps asking. */
const PAUSE_MS = 200;
const QUIET_MS = 2_000;
const TICK_MS = 2;
const ROUNDS_AFTERWARDS = 5;

const { sessions, index, queries } = JSON.parse(process.argv[2] ?? "") as WorkerTask;
const caller = { cwd: "/", everything: true };
const quiet = monitorDelay();
await wait(QUIET_MS);
const quietDelay = quiet();
const peakBefore = peakBytes();

const history = openWorkerHistory({
  // Beside this file once it is built.
  createWorker: () => new Worker(new URL("./worker.js", import.meta.url), { resourceLimits: WORKER_LIMITS }),
  options: { sessions: [sessions], index, engine: "fts5", env: {}, log: false },
});
const busy = monitorDelay();
const began = performance.now();
let messages = 0;
const sync = history.sync(caller, { onProgress: () => messages++ });
const over = sync.then(() => true);
const meanwhile: number[] = [];
for (let at = 0; !(await Promise.race([over, wait(PAUSE_MS, false)])); at++) meanwhile.push(await search(at));
const coverage = await sync;
const seconds = (performance.now() - began) / 1_000;
const busyDelay = busy();
const peak = peakBytes();

const afterwards: number[] = [];
for (let at = 0; at < ROUNDS_AFTERWARDS * queries.length; at++) afterwards.push(await search(at));
await history.close();
const report: WorkerReport = {
  state: coverage.state,
  bytes: coverage.bytes.indexed,
  peakBytesBefore: peakBefore,
  peakBytes: peak,
  seconds,
  messages,
  quietDelay,
  busyDelay,
  meanwhile,
  afterwards,
};
process.stdout.write(JSON.stringify(report));

async function search(at: number): Promise<number> {
  const asked = performance.now();
  await history.search({ query: queries[at % queries.length] as string }, caller);
  return performance.now() - asked;
}

/** How late the event loop of this thread is, and how long it works without a break, until the answer is called for. */
function monitorDelay(): () => Delay {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let longestWork = 0;
  let before = process.threadCpuUsage();
  const ticks = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longestWork = Math.max(longestWork, (user + system) / 1_000);
    before = process.threadCpuUsage();
  }, TICK_MS);
  delay.enable();
  return () => {
    delay.disable();
    clearInterval(ticks);
    return { p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6, longestWork };
  };
}

/** The most resident memory that this process ever had. What Node.js says may be the most of the process that started this one. */
function peakBytes(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const kibibytes = /^VmHWM:\s*(\d+) kB$/mu.exec(status)?.[1];
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1_024;
}
