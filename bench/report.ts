import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { type BenchRow, isHeld } from "./bench-row.ts";
import type { Corpus } from "./corpus/open-corpus.ts";

const RESULTS = fileURLToPath(new URL("./results.json", import.meta.url));
const PAGE = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
const TABLE = /(<!-- table: written by npm run bench -->\n)[\s\S]*?(<!-- end of table -->)/;

/** One row as a line of the terminal, with its facts below. */
export function describeRow(row: BenchRow): string {
  const bound = row.bound === undefined ? "" : `, bound ${row.bound}`;
  const wall = row.byWallClock === undefined ? "" : ` (${round(row.byWallClock)} by the clock)`;
  const facts = Object.entries(row.facts).map(([name, fact]) => `${name} ${round(fact)}`);
  return `${verdict(row).padEnd(10)}${row.what}: ${round(row.measured)} ${row.unit}${wall}${bound}\n          ${facts.join(", ")}`;
}

/** Writes bench/results.json and the table of docs/benchmarks.md. */
export function writeReport(corpus: Corpus, rows: readonly BenchRow[]): void {
  const { bytes, fragments, textBytes, sizes, notAscii } = corpus;
  const machine = {
    node: process.version,
    platform: process.platform,
    cpu: cpus()[0]?.model ?? "",
    cores: cpus().length,
  };
  const results = {
    machine,
    corpus: { files: corpus.files.length, bytes, fragments, textBytes, sizes, notAscii },
    rows: rows.map((row) => ({ ...row, verdict: verdict(row) })),
  };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const lines = rows.map(
    (row) =>
      `| ${row.what} | ${round(row.measured)} ${row.unit} | ${row.bound === undefined ? "" : `≤ ${row.bound}`} | ${verdict(row)} |`,
  );
  const table = ["| what | measured | bound | |", "|---|---|---|---|", ...lines].join("\n");
  const about = `${fragments.toLocaleString("en")} fragments in ${corpus.files.length.toLocaleString("en")} files, ${Math.round(bytes / 1e6)} MB, Node ${process.versions.node}, ${machine.cores} cores.`;
  const page = readFileSync(PAGE, "utf8");
  writeFileSync(
    PAGE,
    page.replace(TABLE, (_, start, end) => `${start}${table}\n\n${about}\n${end}`),
  );
}

function verdict(row: BenchRow): string {
  const held = isHeld(row);
  return held === undefined ? "measured" : held ? "held" : "missed";
}

function round(figure: number | string): string {
  if (typeof figure === "string") return figure;
  if (Number.isInteger(figure)) return String(figure);
  return figure.toFixed(Math.abs(figure) < 100 ? 2 : 0);
}
