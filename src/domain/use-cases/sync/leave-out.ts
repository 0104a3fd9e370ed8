import type { SourceChange } from "../../../ports/event-store.ts";
import type { SessionSource, SourceFile } from "../../../ports/session-source.ts";
import type { StoredSource } from "../../../ports/source-record.ts";
import type { HistoryParts } from "../history-parts.ts";
import { pendingSource, sessionRecord } from "./describe-source.ts";
import { type ReadOptions, readKeeping } from "./read-session.ts";
import { skeletonOf } from "./stage-session.ts";

/** What an index in memory takes for one byte of a session file, estimated: up to 6 for a byte of text, and half of a file is text. */
const BYTES_PER_FILE_BYTE = 3;

/** True when the index may not grow by what the file would add. */
export async function lacksRoom(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
): Promise<boolean> {
  if (parts.capacityBytes === undefined) return false;
  const { bytes } = await parts.store.describe();
  return bytes + (file.bytes - (known?.offset ?? 0)) * BYTES_PER_FILE_BYTE > parts.capacityBytes;
}

/**
 * A row for a session that there is no room for: known by its header, so that coverage counts it for whoever may see it, and tried again
 * by the next sync; what is held of it stays. Cost: the beginning of the file. Errors: `SourceUnreadable`, `Cancelled`.
 */
export async function leftOutSource(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<SourceChange> {
  const { source, ...change } = pendingSource(file, known);
  const leftOut = { ...source, skipped: [{ reason: "beyond-memory", count: 1 } as const] };
  if (known?.session) return { ...change, source: leftOut };
  const { header } = await readKeeping(file.path, beginningOf(parts.source), { ...options, keep: skeletonOf });
  if (header === undefined) return { ...change, source: leftOut };
  const reading = { header, events: [], skipped: new Map(), records: 0, offset: 0 };
  return { ...change, source: { ...leftOut, session: await sessionRecord(reading, parts) } };
}

/** The source with every file ending after its first batch of lines. */
function beginningOf(source: SessionSource): SessionSource {
  return {
    walk: (roots, options) => source.walk(roots, options),
    async *lines(path, offset, options) {
      for await (const batch of source.lines(path, offset, options)) {
        yield batch;
        return;
      }
    },
    record: (path, offset, length) => source.record(path, offset, length),
    bytes: (path, offset, length) => source.bytes(path, offset, length),
    look: (path) => source.look(path),
  };
}
