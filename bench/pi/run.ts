/**
 * `npm run bench:pi`: what the extension costs the real Pi (design §12, §13). Prints a table in Markdown. Options: `--megabytes <n>` of
 * session files for the event-loop delay (default 100, the promise is about 500), `--runs <n>` for the medians (default 9).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "../../test/e2e-pi/support/built-package.ts";
import { type PiOptions, PiWorld } from "../../test/e2e-pi/support/pi-world.ts";
import { RpcClient } from "../../test/e2e-pi/support/rpc-client.ts";
import { writeCorpus } from "../corpus/write-corpus.ts";

const PROBE = new URL("probe.ts", import.meta.url).pathname;
/** Of the generated corpus. */
const FRAGMENTS_PER_MEGABYTE = 275;
const { values } = parseArgs({
  options: { megabytes: { type: "string", default: "100" }, runs: { type: "string", default: "9" } },
});
const [megabytes, runs] = [Number(values.megabytes), Number(values.runs)];

type Figures = Readonly<Record<string, number>>;
interface Row {
  readonly what: string;
  readonly ms: number;
  readonly bound?: number;
  readonly without?: number;
}

const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? NaN;

/** `extension` between the two probes; undefined measures Pi alone. */
function probed(world: PiWorld, extension: string | undefined): PiOptions & { readonly figures: () => Figures } {
  const file = join(world.folder, "figures.json");
  return {
    extensions: [PROBE, ...(extension === undefined ? [] : [extension]), join(PROBE, "..", "probe-after.ts")],
    env: { PROBE_FILE: file, PI_TIMING: "1" },
    figures: () => JSON.parse(readFileSync(file, "utf8")) as Figures,
  };
}

/** Runs Pi once in print mode: the probes' figures, and what Pi itself says about loading. */
async function printOnce(world: PiWorld, extension: string | undefined): Promise<Figures> {
  const options = probed(world, extension);
  const began = performance.now();
  const { stderr, exitCode } = await world.print("Go.", [{ text: "Done." }], options);
  const elapsed = performance.now() - began;
  if (exitCode !== 0) throw new Error(stderr);
  const timing = (part: string): number => {
    const lines = stderr
      .split("\n")
      .filter((text) => /event-tools\.js|session-recall\.js/u.test(text) && text.includes(part));
    return lines.reduce((sum, line) => sum + Number(/([\d.]+)\s*ms/u.exec(line)?.[1] ?? 0), 0);
  };
  return { ...options.figures(), process: elapsed, import: timing("import"), factory: timing("factory") };
}

/** How long the event loop waits while the worker reads the whole store. */
async function delayWhileIndexing(
  world: PiWorld,
  extension: string | undefined,
): Promise<Figures & { seconds: number }> {
  const options = probed(world, extension);
  const pi = RpcClient.start(world, [], options);
  await pi.session();
  const began = performance.now();
  await pi.prompt("/probe-begin");
  do await new Promise((resolve) => setTimeout(resolve, extension === undefined ? 5000 : 500));
  while (!(await isIndexed(pi, extension)));
  await pi.prompt("/probe-end");
  const seconds = (performance.now() - began) / 1000;
  await pi.close();
  return { ...options.figures(), seconds };
}

async function isIndexed(pi: RpcClient, extension: string | undefined): Promise<boolean> {
  if (extension === undefined) return true;
  const from = pi.events.length;
  await pi.prompt("/event-recall status");
  const { message } = await pi.next(({ type, method }) => type === "extension_ui_request" && method === "notify", from);
  return !/catching up|not up to date/u.test(String(message));
}

const built = await buildPackage({ isPatient: false });
const world = new PiWorld(undefined);
try {
  const rows: Row[] = [];
  // The first run of each fills the caches of compiled code.
  const measure = async (extension: string | undefined): Promise<Figures[]> => {
    const all: Figures[] = [];
    for (let run = 0; run <= runs; run++) all.push(await printOnce(world, extension));
    return all.slice(1);
  };
  const [alone, ours] = [await measure(undefined), await measure(built.folder)];
  const of = (all: readonly Figures[], name: string): number => median(all.map((figures) => figures[name] ?? NaN));
  const load = median(ours.map((figures) => (figures["import"] ?? NaN) + (figures["factory"] ?? NaN)));
  rows.push({ what: "import + factory", ms: load, bound: 25 });
  for (const [name, bound] of [
    ["session_start", 10],
    ["session_shutdown", 100],
  ] as const) {
    rows.push({ what: name, ms: of(ours, name), bound, without: of(alone, name) });
  }
  rows.push({ what: "whole print run", ms: of(ours, "process"), without: of(alone, "process") });

  writeCorpus(join(world.agentDir, "sessions"), { fragments: megabytes * FRAGMENTS_PER_MEGABYTE, seed: 1 });
  const [quiet, busy] = [await delayWhileIndexing(world, undefined), await delayWhileIndexing(world, built.folder)];
  const store = `while ${megabytes} MB are indexed (${Math.round(busy.seconds)} s)`;
  rows.push({
    what: `event-loop delay ${store}, longest`,
    ms: busy["delay max"] ?? NaN,
    bound: 50,
    without: quiet["delay max"] ?? NaN,
  });
  rows.push({
    what: `event-loop delay ${store}, 99 %`,
    ms: busy["delay p99"] ?? NaN,
    without: quiet["delay p99"] ?? NaN,
  });
  rows.push({
    what: `own work of that thread at a stretch ${store}`,
    ms: busy["work max"] ?? NaN,
    bound: 50,
    without: quiet["work max"] ?? NaN,
  });
  rows.push({ what: "session_shutdown after it", ms: busy["session_shutdown"] ?? NaN, bound: 100 });

  const cell = (figure: number | undefined): string => (figure === undefined ? "" : figure.toFixed(1));
  const verdict = ({ ms, bound }: Row): string => (bound === undefined ? "measured" : ms <= bound ? "held" : "missed");
  const lines = rows.map(
    (row) => `| ${row.what} | ${cell(row.ms)} | ${cell(row.without)} | ${row.bound ?? ""} | ${verdict(row)} |`,
  );
  process.stdout.write(`${["| what | ms | Pi alone | bound | |", "|---|---|---|---|---|", ...lines].join("\n")}\n`);
} finally {
  world.remove();
  built.remove();
}
