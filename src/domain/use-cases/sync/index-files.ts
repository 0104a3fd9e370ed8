import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { unreadableSource } from "./describe-source.ts";
import { lacksRoom, leftOutSource } from "./leave-out.ts";
import type { ReadOptions } from "./read-session.ts";
import { stageSession } from "./stage-session.ts";
import { type FileChange, syncFile } from "./sync-file.ts";

/** Text that one commit takes, in code units: about what 20 ms of writing take. Small files share a commit. */
const COMMIT_TEXT = 500_000;
const COMMIT_FILES = 100;
/** Bytes from which a file that nothing is held of is written in several commits: about the text of one. */
const STAGED_NEW_BYTES = 1024 * 1024;
/** Bytes from which a file that has to be read whole is rebuilt beside its rows, so that its texts are not held in memory together. */
const STAGED_BYTES = 16 * 1024 * 1024;

/** What `indexFiles` tells while it works. */
export interface IndexingProgress {
  /** How far it is in the current file, in bytes. */
  readonly onBytes: (inFile: number) => void;
  readonly onFile: (file: SourceFile) => void;
  /** Told of every commit that leaves files done. */
  readonly onCommit: () => void;
}

/**
 * Indexes files in their order, in short commits. When it ends, all of them are committed. What was committed before a failure or a
 * cancellation stays. Errors: `Cancelled`, `Conflict`, `IndexUnavailable`.
 */
export async function indexFiles(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, StoredSource>,
  parts: HistoryParts,
  { signal }: CallOptions,
  { onBytes, onFile, onCommit }: IndexingProgress,
): Promise<void> {
  const batch = new ChangeBatch(parts, onCommit);
  const reading = { ...(signal && { signal }), onBytes };
  for (const file of files) {
    throwIfCancelled(signal);
    const before = known.get(file.path);
    // What is gathered counts only once it is committed.
    if (parts.capacityBytes !== undefined) await batch.flush();
    const change = (await lacksRoom(file, before, parts))
      ? await leaveOut(file, before, parts, reading)
      : await syncFile(file, before, parts, { ...reading, wholeBelow: wholeBelow(before, parts) });
    if (change) await batch.add(change);
    else {
      await batch.flush();
      await stageLarge(file, before, parts, reading);
      onCommit();
    }
    onFile(file);
  }
  await batch.flush();
}

/** Where nothing is held, there is no difference to be found, and so no reason to hold a file in memory. */
function wholeBelow(known: StoredSource | undefined, parts: HistoryParts): number {
  const whole = parts.stagedBytes ?? STAGED_BYTES;
  return known === undefined || known.records === 0 ? Math.min(whole, STAGED_NEW_BYTES) : whole;
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
    // A query that came while the files were read does not wait for the commit as well.
    await this.#parts.clock.turn();
    await this.#parts.store.commit({ sources });
    this.#onCommit();
  }
}
