import type { SourceFile } from "../../../ports/session-source.ts";
import type { SourceRecord } from "../../../ports/source-record.ts";
import type { HistoryParts } from "../history-parts.ts";

/** Bytes at each end of the indexed prefix whose hashes pin it. */
const PINNED_BYTES = 4_096;

/** Hashes of the first and the last bytes before a checkpoint. Cost: two small reads. */
export async function checkpointHashes(
  path: string,
  offset: number,
  parts: HistoryParts,
): Promise<Pick<SourceRecord, "headerHash" | "boundaryHash">> {
  const pinned = Math.min(PINNED_BYTES, offset);
  const [header, boundary] = await Promise.all([
    parts.source.bytes(path, 0, pinned),
    parts.source.bytes(path, offset - pinned, pinned),
  ]);
  return { headerHash: parts.hasher.bytes(header), boundaryHash: parts.hasher.bytes(boundary) };
}

/**
 * True when a file has only grown since its checkpoint, as far as its identity, its size and both ends of the prefix tell (design §11).
 * A file of the same size may have been rewritten inside, so only a larger one is trusted.
 */
export async function isPrefixVerified(file: SourceFile, known: SourceRecord, parts: HistoryParts): Promise<boolean> {
  if (known.offset === 0 || known.identity !== file.identity || file.bytes <= known.bytes) return false;
  const now = await checkpointHashes(file.path, known.offset, parts);
  return now.headerHash === known.headerHash && now.boundaryHash === known.boundaryHash;
}

/**
 * The row of a file that was read whole, its hashes kept only where the file is still as it was before it was read: else they may be
 * those of other bytes than were indexed, and the file is read whole again when it has grown.
 */
export async function pinnedIfSteady(
  file: SourceFile,
  source: SourceRecord,
  parts: HistoryParts,
): Promise<SourceRecord> {
  const now = await parts.source.look(file.path);
  const isSteady = now?.bytes === file.bytes && now.modifiedMs === file.modifiedMs && now.identity === file.identity;
  return isSteady ? source : { ...source, headerHash: "" };
}
