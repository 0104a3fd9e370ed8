import type { SourceFile, SourceWalk } from "../../../ports/session-source.ts";
import type { SkippedRecord, StoredSource } from "../../../ports/source-record.ts";
import { compareTexts } from "../../model/compare.ts";
import { RecallError } from "../../model/errors.ts";
import type { SyncOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isSessionPlace } from "../scope/session-place.ts";
import { announceFiles } from "./announce-files.ts";
import { excludedPaths, includedFiles } from "./included-files.ts";
import { indexFiles, type IndexingProgress } from "./index-files.ts";
import { sweepRetired } from "./stage-session.ts";

/**
 * Times in a row that a sync begins anew because another process was quicker, without a file done in between. Afterwards that process is
 * left to it: it had the last word, so of any number one at least goes on to the end.
 */
const MAX_LOST_ROUNDS = 5;

export interface SyncHistoryOptions extends SyncOptions {
  /** The session that whoever waits for the sync runs in: its file is indexed before all others. */
  readonly ownSessionId?: string;
}

/**
 * Brings the index up to date with the session files (design §11): the caller's own session first, then the newest, changed files only.
 * Files leave the index only after a complete walk of their root. What was committed before a failure or a cancellation stays.
 * Returns what the walk passed over. Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function syncHistory(
  parts: HistoryParts,
  options: SyncHistoryOptions = {},
): Promise<readonly SkippedRecord[]> {
  const signal = options.signal && { signal: options.signal };
  for (let lost = 0; ; ) {
    // What another process takes in while this one walks is not gone because the walk did not meet it.
    const heldBefore = new Set((await parts.store.sources()).map(({ path }) => path));
    const walk = await parts.source.walk(parts.roots, { ...signal, exclude: parts.exclusions?.folders ?? [] });
    let committed = 0;
    try {
      await syncWalk(walk, heldBefore, parts, options, () => committed++);
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
  heldBefore: ReadonlySet<string>,
  parts: HistoryParts,
  options: SyncHistoryOptions,
  onCommit: () => void,
): Promise<void> {
  const known = new Map((await parts.store.sources()).map((source) => [source.path, source]));
  const files = await includedFiles(walk.files, known, parts, options);
  const excluded = await excludedPaths(known.values(), parts);
  const changed = files
    .filter((file) => !isUpToDate(file, known.get(file.path)))
    .toSorted((one, other) => other.modifiedMs - one.modifiedMs || compareTexts(one.path, other.path));
  const found = new Set(files.map((file) => file.path));
  const removed = [...known.keys()].filter(
    (path) =>
      !found.has(path) &&
      (excluded.has(path) || (heldBefore.has(path) && isFoundFromAny(path, walk.completeRoots, parts))),
  );
  const { ownSessionId } = options;
  const isOwn = (file: SourceFile): boolean =>
    ownSessionId !== undefined && holdsSession(ownSessionId, file, known.get(file.path));
  const { own = [], others = [] } = Object.groupBy(changed, (file) => (isOwn(file) ? "own" : "others"));
  const progress = progressOf(changed, options, onCommit);
  await announceFiles(own, known, parts, options);
  await indexFiles(own, known, parts, options, progress);
  await sweepRetired(parts);
  await announceFiles(others, known, parts, options);
  // Not before its new place is announced: a session that was moved must not be missed by anybody who believes the index complete.
  if (removed.length > 0) await parts.store.commit({ removed });
  await indexFiles(others, known, parts, options, progress);
  const completedAt = parts.clock.now();
  await parts.store.commit({ walks: walk.completeRoots.map((root) => ({ root, completedAt })) });
}

/** Adds up what is done of all files. */
function progressOf(files: readonly SourceFile[], { onProgress }: SyncOptions, onCommit: () => void): IndexingProgress {
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  let bytesDone = 0;
  let filesDone = 0;
  const onBytes = (inFile: number): void =>
    onProgress?.({ files: files.length, filesDone, bytes, bytesDone: Math.min(bytes, bytesDone + inFile) });
  const onFile = (file: SourceFile): void => {
    filesDone++;
    bytesDone += file.bytes;
    onBytes(0);
  };
  onBytes(0);
  return { onBytes, onFile, onCommit };
}

/** As far as the index knows; of a file that it knows nothing of, as far as Pi's way of naming files tells. */
function holdsSession(sessionId: string, file: SourceFile, known: StoredSource | undefined): boolean {
  return known?.session === undefined
    ? file.path.endsWith(`_${sessionId}.jsonl`)
    : known.session.sessionId === sessionId;
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
