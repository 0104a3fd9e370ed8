import { closeSync } from "node:fs";
import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import type { SessionSource, SourceFile, SourceLine } from "../../ports/session-source.ts";
import { describeFile } from "./describe-file.ts";
import { createEventLoopTurns } from "./event-loop-turns.ts";
import { openRegularFile } from "./open-regular-file.ts";
import { readRange } from "./read-range.ts";
import { readRecord } from "./read-record.ts";
import { realPathOf } from "./session-roots.ts";
import { sourceUnreadable } from "./source-unreadable.ts";
import { type LineLimits, splitLines } from "./split-lines.ts";
import { walkSessionRoots } from "./walk-session-roots.ts";

/** What one read brings is parsed in a few milliseconds; records above 64 MiB are skipped (design §4). */
const LIMITS: LineLimits = { chunkBytes: 256 * 1024, maxLineBytes: 64 * 1024 * 1024 };

/**
 * Pi's session files on the local disk. Reads are synchronous, in pieces of at most one chunk, with a turn of the event loop every few
 * milliseconds: meant for a worker or a command line. Files are opened per call and closed when a loop over `lines` ends, however it
 * ends. `lines` of a file that grows meanwhile stops at the size it had when opened.
 */
export function createSessionFiles(limits: Partial<LineLimits> = {}): SessionSource {
  const { chunkBytes, maxLineBytes } = { ...LIMITS, ...limits };
  // One for all files: thousands of small ones must not keep the event loop from its turns.
  const takeTurn = createEventLoopTurns();
  return {
    walk: walkSessionRoots,
    lines: (path, offset, options) => readLines(path, offset, { chunkBytes, maxLineBytes }, takeTurn, options?.signal),
    record: async (path, offset, length) => readRecord(path, offset, length, maxLineBytes),
    bytes: async (path, offset, length) => readRange(path, offset, length),
    look: async (path) => look(path),
  };
}

async function* readLines(
  path: string,
  offset: number,
  limits: LineLimits,
  takeTurn: () => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly SourceLine[]> {
  const file = attempt(() => openRegularFile(path));
  try {
    const batches = splitLines(file.descriptor, offset, file.bytes, limits);
    while (true) {
      throwIfCancelled(signal);
      const batch = attempt(() => batches.next());
      if (batch.done) return;
      yield batch.value;
      await takeTurn();
    }
  } finally {
    closeSync(file.descriptor);
  }
}

function attempt<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw sourceUnreadable(error);
  }
}

function look(path: string): SourceFile | undefined {
  try {
    return realPathOf(path) === path ? describeFile(path) : undefined;
  } catch {
    return undefined;
  }
}
