import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile, SourceWalk } from "../../../ports/session-source.ts";
import type { SkippedRecord, StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { compareTexts } from "../../model/compare.ts";
import { RecallError } from "../../model/errors.ts";
import type { SyncOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isSessionPlace } from "../scope/session-place.ts";
import { pendingSource, unreadableSource } from "./describe-source.ts";
import { lacksRoom, leftOutSource } from "./leave-out.ts";
import type { ReadOptions } from "./read-session.ts";
import { stageSession, sweepRetired } from "./stage-session.ts";
import { type FileChange, syncFile } from "./sync-file.ts";

/** Text that one commit takes, in code units: small files share a commit. */
const COMMIT_TEXT = 4_000_000;
const COMMIT_FILES = 200;
/** Bytes from which a file that has to be read whole is rebuilt beside its rows instead of in memory. */
const STAGED_BYTES = 16 * 1024 * 1024;
/**
 * Times in a row that a sync begins anew because another process was quicker, without a file done in between. Afterwards that process is
 * left to it: it had the last word, so of any number one at least goes on to the end.
 */
const MAX_LOST_ROUNDS = 5;

/**
 * Brings the index up to date with the session files (design §11): newest first, changed files only. Files leave the index only after
 * a complete walk of their root. What was committed before a failure or a cancellation stays.
 * Returns what the walk passed over. Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function syncHistory(parts: HistoryParts, options: SyncOptions = {}): Promise<readonly SkippedRecord[]> {
  const signal = options.signal && { signal: options.signal };
  await sweepRetired(parts);
  for (let lost = 0; ; ) {
    const walk = await parts.source.walk(parts.roots, signal);
    let committed = 0;
    try {
      await syncWalk(walk, parts, options, () => committed++);
    } catch (error) {
      if (!(error instanceof RecallError && error.code === "Conflict")) throw error;
      lost = committed > 0 ? 0 : lost + 1;
      if (lost < MAX_LOST_ROUNDS) continue;
    }
    await sweepRetired(parts);
    return walk.skipped;
  }
}

/** `onCommit` is told of every commit that leaves files done. */
async function syncWalk(
  walk: SourceWalk,
  parts: HistoryParts,
  options: SyncOptions,
  onCommit: () => void,
): Promise<void> {
  const known = new Map((await parts.store.sources()).map((source) => [source.path, source]));
  const changed = walk.files
    .filter((file) => !isUpToDate(file, known.get(file.path)))
    .toSorted((one, other) => other.modifiedMs - one.modifiedMs || compareTexts(one.path, other.path));
  const found = new Set(walk.files.map((file) => file.path));
  const removed = [...known.keys()].filter(
    (path) => !found.has(path) && isFoundFromAny(path, walk.completeRoots, parts),
  );
  if (changed.length > 0 || removed.length > 0) {
    await parts.store.commit({ removed, sources: changed.map((file) => pendingSource(file, known.get(file.path))) });
  }
  await indexFiles(changed, known, parts, options, onCommit);
  const completedAt = parts.clock.now();
  await parts.store.commit({ walks: walk.completeRoots.map((root) => ({ root, completedAt })) });
}

async function indexFiles(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, StoredSource>,
  parts: HistoryParts,
  options: SyncOptions,
  onCommit: () => void,
): Promise<void> {
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  const batch = new ChangeBatch(parts, onCommit);
  let bytesDone = 0;
  let filesDone = 0;
  const report = (inFile: number): void =>
    options.onProgress?.({ files: files.length, filesDone, bytes, bytesDone: Math.min(bytes, bytesDone + inFile) });
  const reading = { ...(options.signal && { signal: options.signal }), onBytes: report };
  report(0);
  for (const file of files) {
    throwIfCancelled(options.signal);
    const before = known.get(file.path);
    // What is gathered counts only once it is committed.
    if (parts.capacityBytes !== undefined) await batch.flush();
    const change = (await lacksRoom(file, before, parts))
      ? await leaveOut(file, before, parts, reading)
      : await syncFile(file, before, parts, { ...reading, wholeBelow: parts.stagedBytes ?? STAGED_BYTES });
    if (change) await batch.add(change);
    else {
      await batch.flush();
      await stageLarge(file, before, parts, reading);
      onCommit();
    }
    filesDone++;
    bytesDone += file.bytes;
    report(0);
  }
  await batch.flush();
}

async function leaveOut(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<FileChange> {
  try {
    return { change: await leftOutSource(file, known, parts, options), textLength: 0 };
  } catch (error) {
    return { change: unreadableSource(file, known, parts, error), textLength: 0 };
  }
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
  readonly #onCommit: () => void;
  #changes: SourceChange[] = [];
  #text = 0;

  constructor(parts: HistoryParts, onCommit: () => void) {
    this.#parts = parts;
    this.#onCommit = onCommit;
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
    if (sources.length === 0) return;
    await this.#parts.store.commit({ sources });
    this.#onCommit();
  }
}

/** True when the index has taken the file as it is now, as far as a look at it tells. */
export function isUpToDate(file: SourceFile, known: StoredSource | undefined): known is StoredSource {
  return (
    known !== undefined &&
    known.state !== "pending" &&
    // What kept a file from being read, its permissions for one, goes without a trace in what a walk sees.
    !known.skipped.some(({ reason }) => reason === "unreadable") &&
    known.bytes === file.bytes &&
    known.modifiedMs === file.modifiedMs &&
    known.identity === file.identity
  );
}

function isFoundFromAny(path: string, roots: readonly string[], parts: HistoryParts): boolean {
  return roots.some((root) => isSessionPlace(root, path, parts.workspaces.style));
}
