import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eachRecord } from "./each-record.ts";
import { plainTexts } from "./plain-texts.ts";
import { writeCorpus } from "./write-corpus.ts";

/** The generated sessions of one run, and what they hold. */
export interface Corpus {
  /** Root of the session files. */
  readonly sessions: string;
  /** Folder for index files. */
  readonly scratch: string;
  /** Paths in ascending order. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly fragments: number;
  /** UTF-8 bytes of searchable text. */
  readonly textBytes: number;
  /** Code units. */
  readonly sizes: { readonly median: number; readonly p90: number; readonly p99: number; readonly max: number };
  /** Share of fragments with anything outside ASCII. */
  readonly notAscii: number;
}

/** Opens the corpus below a folder, writing it there first if it is missing. */
export function openCorpus(folder: string, options: { readonly fragments: number; readonly seed: number }): Corpus {
  const sessions = join(folder, `sessions-${options.seed}-${options.fragments}`);
  const scratch = join(folder, "scratch");
  mkdirSync(scratch, { recursive: true });
  if (!existsSync(sessions)) {
    const unfinished = `${sessions}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    writeCorpus(unfinished, options);
    renameSync(unfinished, sessions);
  }
  const files = readdirSync(sessions, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(sessions, name))
    .toSorted();
  return { sessions, scratch, files, ...describeFiles(files) };
}

function describeFiles(
  files: readonly string[],
): Pick<Corpus, "bytes" | "fragments" | "textBytes" | "sizes" | "notAscii"> {
  const lengths: number[] = [];
  let bytes = 0;
  let textBytes = 0;
  let notAscii = 0;
  for (const path of files) {
    const content = readFileSync(path);
    bytes += content.length;
    for (const { record } of eachRecord(content.toString())) {
      for (const text of plainTexts(record)) {
        const size = Buffer.byteLength(text);
        lengths.push(text.length);
        textBytes += size;
        if (size > text.length) notAscii++;
      }
    }
  }
  const ascending = Float64Array.from(lengths).sort();
  const quantile = (share: number): number => ascending[Math.floor(share * (ascending.length - 1))] ?? 0;
  return {
    bytes,
    fragments: lengths.length,
    textBytes,
    sizes: { median: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99), max: quantile(1) },
    notAscii: notAscii / lengths.length,
  };
}
