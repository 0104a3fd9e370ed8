import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile, SourceWalk } from "../../../ports/session-source.ts";
import type { SkippedRecord, StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { compareTexts } from "../../model/compare.ts";
import { RecallError } from "../../model/errors.ts";
import type { SyncOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isPathWithin } from "../scope/path-within.ts";
import { pendingSource, unreadableSource } from "./describe-source.ts";
import type { ReadOptions } from "./read-session.ts";
import { stageSession, sweepRetired } from "./stage-session.ts";
import { type FileChange, syncFile } from "./sync-file.ts";

/** Text that one commit takes, in code units: small files share a commit. */
const COMMIT_TEXT = 4_000_000;
const COMMIT_FILES = 200;
/** Bytes from which a file that has to be read whole is rebuilt beside its rows instead of in memory. */
const STAGED_BYTES = 16 * 1024 * 1024;
/** Times that a sync begins anew because another process was quicker. Afterwards that process is left to it. */
const MAX_ROUNDS = 5;

/**
 * Brings the index up to date with the session files (design §11): newest first, changed files only. Files leave the index only after
 * a complete walk of their root. What was committed before a failure or a cancellation stays.
 * Returns what the walk passed over. Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function syncHistory(parts: HistoryParts, options: SyncOptions = {}): Promise<readonly SkippedRecord[]> {
  const signal = options.signal && { signal: options.signal };
  await sweepRetired(parts);
  for (let round = 1; ; round++) {
    const walk = await parts.source.walk(parts.roots, signal);
    try {
      await syncWalk(walk, parts, options);
    } catch (error) {
      if (!(error instanceof RecallError && error.code === "Conflict")) throw error;
      if (round < MAX_ROUNDS) continue;
    }
    return walk.skipped;
  }
}

async function syncWalk(walk: SourceWalk, parts: HistoryParts, options: SyncOptions): Promise<void> {
  const known = new Map((await parts.store.sources()).map((source) => [source.path, source]));
  const changed = walk.files
    .filter((file) => !isUpToDate(file, known.get(file.path)))
    .toSorted((one, other) => other.modifiedMs - one.modifiedMs || compareTexts(one.path, other.path));
  const found = new Set(walk.files.map((file) => file.path));
  const removed = [...known.keys()].filter((path) => !found.has(path) && isBelowAny(path, walk.completeRoots, parts));
  if (changed.length > 0 || removed.length > 0) {
    await parts.store.commit({ removed, sources: changed.map((file) => pendingSource(file, known.get(file.path))) });
  }
  await indexFiles(changed, known, parts, options);
  const completedAt = parts.clock.now();
  await parts.store.commit({ walks: walk.completeRoots.map((root) => ({ root, completedAt })) });
}

async function indexFiles(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, StoredSource>,
  parts: HistoryParts,
  options: SyncOptions,
): Promise<void> {
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  const batch = new ChangeBatch(parts);
  let bytesDone = 0;
  let filesDone = 0;
  const report = (inFile: number): void =>
    options.onProgress?.({ files: files.length, filesDone, bytes, bytesDone: Math.min(bytes, bytesDone + inFile) });
  const reading = { ...(options.signal && { signal: options.signal }), onBytes: report };
  report(0);
  for (const file of files) {
    throwIfCancelled(options.signal);
    const before = known.get(file.path);
    const change = await syncFile(file, before, parts, { ...reading, wholeBelow: parts.stagedBytes ?? STAGED_BYTES });
    if (change) await batch.add(change);
    else {
      await batch.flush();
      await stageLarge(file, before, parts, reading);
    }
    filesDone++;
    bytesDone += file.bytes;
    report(0);
  }
  await batch.flush();
}

async function stageLarge(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<void> {
  try {
    await stageSession(file, known, parts, options);
  } catch (error) {
    await parts.store.commit({ sources: [unreadableSource(file, known, parts, error)] });
  }
}

/** Changes of several files that share a commit. */
class ChangeBatch {
  readonly #parts: HistoryParts;
  #changes: SourceChange[] = [];
  #text = 0;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  async add({ change, textLength }: FileChange): Promise<void> {
    if (this.#text + textLength > COMMIT_TEXT || this.#changes.length >= COMMIT_FILES) await this.flush();
    this.#changes.push(change);
    this.#text += textLength;
  }

  async flush(): Promise<void> {
    const sources = this.#changes;
    this.#changes = [];
    this.#text = 0;
    if (sources.length > 0) await this.#parts.store.commit({ sources });
  }
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
