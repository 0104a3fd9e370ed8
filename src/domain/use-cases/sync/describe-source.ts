import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SessionRecord, SkipReason, SourceRecord, StoredSource } from "../../../ports/source-record.ts";
import { RecallError } from "../../model/errors.ts";
import type { HistoryParts } from "../history-parts.ts";
import { checkpointHashes } from "./checkpoint.ts";
import type { SessionHeader, SessionScan } from "./read-session.ts";
import type { SessionSummary } from "./session-outline.ts";

/** The checkpoint that a change to a file's rows is computed from. */
export function basisOf(known: SourceRecord | undefined): NonNullable<SourceChange["basis"]> {
  return { offset: known?.offset ?? 0, boundaryHash: known?.boundaryHash ?? "" };
}

/** The row of a file whose complete records are all indexed. */
export async function indexedSource(
  file: SourceFile,
  reading: Pick<SessionScan, "offset" | "records">,
  skipped: ReadonlyMap<SkipReason, number>,
  session: SessionRecord,
  parts: HistoryParts,
): Promise<SourceRecord> {
  return {
    ...describeFile(file),
    state: "indexed",
    offset: reading.offset,
    records: reading.records,
    ...(await checkpointHashes(file.path, reading.offset, parts)),
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    session,
  };
}

/** A row for a file that is known and not indexed yet; rows of an earlier state go on answering. */
export function pendingSource(file: SourceFile, known: StoredSource | undefined): SourceChange {
  const source: SourceRecord = known
    ? { ...known, state: "pending" }
    : { ...describeFile(file), state: "pending", offset: 0, records: 0, headerHash: "", boundaryHash: "", skipped: [] };
  return { source, basis: basisOf(known), replace: false, append: [], states: [], relations: [] };
}

/** A row for a file that is no session or cannot be read; whatever was held of it goes. */
export function skippedSource(file: SourceFile, known: StoredSource | undefined, reason: SkipReason): SourceChange {
  const source: SourceRecord = {
    ...describeFile(file),
    state: "skipped",
    offset: 0,
    records: 0,
    headerHash: "",
    boundaryHash: "",
    skipped: [{ reason, count: 1 }],
  };
  return { source, basis: basisOf(known), replace: true, append: [], states: [], relations: [] };
}

/** A row for a file that could not be read. Every other error goes on. */
export function unreadableSource(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  error: unknown,
): SourceChange {
  if (!(error instanceof RecallError && error.code === "SourceUnreadable")) throw error;
  parts.diagnostics.warn("A session file could not be read.", { path: file.path, error });
  return skippedSource(file, known, "unreadable");
}

function describeFile(file: SourceFile): Pick<SourceRecord, "path" | "bytes" | "modifiedMs" | "identity"> {
  return { path: file.path, bytes: file.bytes, modifiedMs: file.modifiedMs, identity: file.identity };
}

/** The session as its header and its latest entries describe it; `before`: as it was at the checkpoint behind which was read. */
export async function sessionRecord(
  { sessionId, version, cwd, startedAt, startedTime, parentSession }: SessionHeader,
  read: SessionSummary,
  parts: HistoryParts,
  before?: SessionRecord,
): Promise<SessionRecord> {
  // Whether the parent exists must not matter: it may come later, and a child of a forbidden one must not tell.
  const parentRealPath =
    before?.parentRealPath ?? (parentSession === undefined ? undefined : await parts.workspaces.resolve(parentSession));
  // The latest name stands, and an empty one clears it (Pi's `getSessionName`).
  const name = read.name ?? before?.name;
  const leafId = read.last?.entryId ?? before?.leafId;
  return {
    sessionId,
    version,
    ...(cwd !== undefined && { cwd }),
    startedAt,
    startedTime,
    ...(parentSession !== undefined && { parentSession }),
    ...(parentRealPath !== undefined && { parentRealPath }),
    ...(name && { name }),
    ...(leafId !== undefined && { leafId }),
    lastEntryTime: read.last ? read.last.time : (before?.lastEntryTime ?? null),
    events: read.events + (before?.events ?? 0),
  };
}
