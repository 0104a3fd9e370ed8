import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SkippedRecord, StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { SyncOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isPathWithin } from "../scope/path-within.ts";
import { pendingSource, syncFile } from "./sync-file.ts";

/** Text that one commit takes, in code units: small files share a commit, a large one has its own. */
const COMMIT_TEXT = 4_000_000;
const COMMIT_FILES = 200;

/**
 * Brings the index up to date with the session files (design §11): newest first, changed files only. Files leave the index only after
 * a complete walk of their root. What was committed before a failure or a cancellation stays.
 * Returns what the walk passed over. Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function syncHistory(parts: HistoryParts, options: SyncOptions = {}): Promise<readonly SkippedRecord[]> {
  const signal = options.signal && { signal: options.signal };
  const walk = await parts.source.walk(parts.roots, signal);
  const known = new Map((await parts.store.sources()).map((source) => [source.path, source]));
  const changed = walk.files
    .filter((file) => !isUpToDate(file, known.get(file.path)))
    .toSorted((one, other) => other.modifiedMs - one.modifiedMs || (one.path < other.path ? -1 : 1));
  const found = new Set(walk.files.map((file) => file.path));
  const removed = [...known.keys()].filter((path) => !found.has(path) && isBelowAny(path, walk.completeRoots, parts));
  await parts.store.commit({
    removed,
    sources: changed.map((file) => pendingSource(file, known.get(file.path))),
  });
  await indexFiles(changed, known, parts, options);
  const completedAt = parts.clock.now();
  await parts.store.commit({ walks: walk.completeRoots.map((root) => ({ root, completedAt })) });
  return walk.skipped;
}

async function indexFiles(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, StoredSource>,
  parts: HistoryParts,
  options: SyncOptions,
): Promise<void> {
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  let bytesDone = 0;
  let filesDone = 0;
  let batch: SourceChange[] = [];
  let batchText = 0;
  const report = (inFile: number): void =>
    options.onProgress?.({ files: files.length, filesDone, bytes, bytesDone: Math.min(bytes, bytesDone + inFile) });
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await parts.store.commit({ sources: batch });
    batch = [];
    batchText = 0;
  };
  report(0);
  for (const file of files) {
    throwIfCancelled(options.signal);
    const { change, textLength } = await syncFile(file, known.get(file.path), parts, {
      ...(options.signal && { signal: options.signal }),
      onBytes: report,
    });
    if (batch.length > 0 && (batchText + textLength > COMMIT_TEXT || batch.length >= COMMIT_FILES)) await flush();
    batch.push(change);
    batchText += textLength;
    filesDone++;
    bytesDone += file.bytes;
    report(0);
  }
  await flush();
}

function isUpToDate(file: SourceFile, known: StoredSource | undefined): boolean {
  return (
    known !== undefined &&
    known.state !== "pending" &&
    known.bytes === file.bytes &&
    known.modifiedMs === file.modifiedMs &&
    known.identity === file.identity
  );
}

function isBelowAny(path: string, roots: readonly string[], parts: HistoryParts): boolean {
  return roots.some((root) => isPathWithin(root, path, parts.workspaces.style));
}
