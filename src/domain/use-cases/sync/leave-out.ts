import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { StoredSource } from "../../../ports/source-record.ts";
import type { HistoryParts } from "../history-parts.ts";
import { pendingSource, sessionRecord } from "./describe-source.ts";
import { type ReadOptions, readSessionHeader } from "./read-session.ts";

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
  const header = await readSessionHeader(file.path, parts.source, options);
  if (header === undefined) return { ...change, source: leftOut };
  return { ...change, source: { ...leftOut, session: await sessionRecord(header, { events: 0 }, parts) } };
}
