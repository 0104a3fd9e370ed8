import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * An extension that is loaded twice, before and after the measured one: Pi awaits handlers in the order of loading, so what lies between
 * its two visits is the measured extension's. It writes milliseconds as JSON to the file that `PROBE_FILE` names, when Pi ends.
 */
interface Probe {
  factories: number;
  began?: number;
  delay?: ReturnType<typeof monitorEventLoopDelay>;
  ticks?: NodeJS.Timeout;
  readonly figures: Record<string, number>;
}

const shared = globalThis as { piProbe?: Probe };

export default function probe(pi: ExtensionAPI): void {
  shared.piProbe ??= { factories: 0, figures: {} };
  const held = shared.piProbe;
  const isFirst = held.factories++ % 2 === 0;
  const between = (name: string): void => {
    if (isFirst) held.began = performance.now();
    else held.figures[name] = performance.now() - (held.began ?? 0);
  };
  pi.on("session_start", () => between("session_start"));
  pi.on("session_shutdown", () => {
    between("session_shutdown");
    if (!isFirst) writeFileSync(process.env["PROBE_FILE"] ?? "", JSON.stringify(held.figures));
  });
  if (!isFirst) return;
  pi.registerCommand("probe-begin", {
    handler: () => {
      held.delay = monitorEventLoopDelay({ resolution: 1 });
      held.delay.enable();
      held.ticks = countWork(held.figures);
      return Promise.resolve();
    },
  });
  pi.registerCommand("probe-end", {
    handler: () => {
      held.delay?.disable();
      clearInterval(held.ticks);
      held.figures["delay p99"] = (held.delay?.percentile(99) ?? 0) / 1e6;
      held.figures["delay max"] = (held.delay?.max ?? 0) / 1e6;
      return Promise.resolve();
    },
  });
}

/**
 * The longest stretch of work, in processor time of this thread: what a delay is made of when it is not the machine that was busy
 * elsewhere.
 */
function countWork(figures: Record<string, number>): NodeJS.Timeout {
  let last = process.threadCpuUsage();
  figures["work max"] = 0;
  return setInterval(() => {
    const now = process.threadCpuUsage();
    const work = (now.user + now.system - last.user - last.system) / 1000;
    figures["work max"] = Math.max(figures["work max"] ?? 0, work);
    last = now;
  }, 2);
}
