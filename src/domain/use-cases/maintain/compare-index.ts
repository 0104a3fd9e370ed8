import type { SourceFile } from "../../../ports/session-source.ts";
import type { StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { RecallError } from "../../model/errors.ts";
import { digestToken } from "../../text/digest-token.ts";
import type { SyncOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isPathWithin } from "../scope/path-within.ts";
import { includedFiles } from "../sync/included-files.ts";
import { isUpToDate } from "../sync/sync-history.ts";
import { checkFoundPostings, checkHeldPostings } from "./check-postings.ts";
import { compareFile } from "./compare-file.ts";
import { IndexFindings } from "./index-findings.ts";

/**
 * Compares the index with every session file under the roots in force. Files that the next sync will take anyway are only counted, and so
 * are those that change, or that another process indexes, meanwhile. A damage that keeps the index from being read is a finding, not an error.
 * Errors: `Cancelled`, and `IndexUnavailable` for any other reason.
 */
export async function compareIndex(parts: HistoryParts, options: SyncOptions): Promise<IndexFindings> {
  try {
    return await compareFiles(parts, options);
  } catch (error) {
    if (!(error instanceof RecallError && error.condition === "damaged")) throw error;
    parts.diagnostics.warn("The index is damaged.", { error });
    const findings = new IndexFindings();
    findings.sound = false;
    return findings;
  }
}

async function compareFiles(parts: HistoryParts, options: SyncOptions): Promise<IndexFindings> {
  const { onProgress } = options;
  const signal = options.signal && { signal: options.signal };
  const walk = await parts.source.walk(parts.roots, { ...signal, exclude: parts.exclusions?.folders ?? [] });
  let findings = new IndexFindings();
  // Before the postings, so that a file whose rows change while they are read does not stand any more.
  const known = await sourcesInForce(parts);
  const held = await parts.store.inspect?.(digestToken, { ...signal, turn: () => parts.clock.turn() });
  findings.sound = held?.isSound ?? true;
  findings.postings.wrong += (held?.strays ?? 0) + (held?.discovery?.strays ?? 0);
  const files = await includedFiles(walk.files, known, parts, options);
  const found = new Set(files.map((file) => file.path));
  findings.pending += [...known.keys()].filter((path) => !found.has(path)).length;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let bytesDone = 0;
  for (const [filesDone, file] of files.entries()) {
    throwIfCancelled(options.signal);
    onProgress?.({ files: files.length, filesDone, bytes, bytesDone });
    bytesDone += file.bytes;
    const source = known.get(file.path);
    if (!isUpToDate(file, source)) {
      findings.pending++;
      continue;
    }
    const trial = findings.copy();
    const postings = held ? checkHeldPostings(held, trial) : checkFoundPostings(parts, trial);
    await compareFile(file, source, parts, { findings: trial, postings }, signal ?? {});
    if (await stands(file, source, parts)) findings = trial;
    else findings.pending++;
    await parts.clock.turn();
  }
  return findings;
}

async function sourcesInForce(parts: HistoryParts): Promise<Map<string, StoredSource>> {
  const roots = await Promise.all(parts.roots.map((root) => parts.workspaces.resolve(root)));
  const sources = (await parts.store.sources()).filter(({ path }) =>
    roots.some((root) => isPathWithin(root, path, parts.workspaces.style)),
  );
  return new Map(sources.map((source) => [source.path, source]));
}

/** True when neither the file nor its rows have changed since. */
async function stands(file: SourceFile, source: StoredSource, parts: HistoryParts): Promise<boolean> {
  if (!isUpToDate((await parts.source.look(file.path)) ?? file, source)) return false;
  const now = (await parts.store.sources()).find(({ path }) => path === file.path);
  return JSON.stringify(now) === JSON.stringify(source);
}
