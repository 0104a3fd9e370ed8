import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SessionRecord, SkipReason, SourceRecord, StoredSource } from "../../../ports/source-record.ts";
import { RecallError } from "../../model/errors.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isSession } from "../scope/resolve-scope.ts";
import { appendToSession } from "./append-to-session.ts";
import { checkpointHashes, isPrefixVerified } from "./checkpoint.ts";
import { compareEvents } from "./compare-events.ts";
import { indexSession } from "./index-session.ts";
import { readAppended, readSession, type SessionHeader, type SessionReading } from "./read-session.ts";

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
}

export interface FileChange {
  readonly change: SourceChange;
  /** Code units of text to be indexed: what a commit's size is measured by. */
  readonly textLength: number;
}

/**
 * Works out how the rows of one session file change: from the appended bytes alone where the indexed prefix still stands, else from the
 * whole file. A file that cannot be read, or is no session, costs that file: it is kept as skipped with a reason. Errors: `Cancelled`.
 */
export async function syncFile(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<FileChange> {
  try {
    const appended = known && (await syncAppended(file, known, parts, options));
    return appended ?? (await syncWhole(file, known, parts, options));
  } catch (error) {
    if (!(error instanceof RecallError && error.code === "SourceUnreadable")) throw error;
    parts.diagnostics.warn("A session file could not be read.", { path: file.path, error });
    return { change: skippedSource(file, "unreadable"), textLength: 0 };
  }
}

async function syncAppended(
  file: SourceFile,
  known: StoredSource,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<FileChange | undefined> {
  if (!isSession(known) || known.session.version < 2 || !(await isPrefixVerified(file, known, parts))) return undefined;
  const checkpoint = { header: known.session, records: known.records, offset: known.offset };
  const reading = await readAppended(file.path, parts.source, checkpoint, options);
  const difference = await appendToSession(known, reading, parts);
  if (difference === undefined) return undefined;
  const skipped = new Map(known.skipped.map(({ reason, count }) => [reason, count]));
  for (const [reason, count] of reading.skipped) skipped.set(reason, (skipped.get(reason) ?? 0) + count);
  const session = await sessionRecord({ ...reading, header: known.session }, parts, known.session);
  return fileChange(file, reading, { replace: false, ...difference }, skipped, session, parts);
}

async function syncWhole(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<FileChange> {
  const reading = await readSession(file.path, parts.source, options);
  if (reading.header === undefined) {
    return { change: skippedSource(file, file.bytes === 0 ? "empty" : "not-a-session"), textLength: 0 };
  }
  const indexed = indexSession(reading, parts);
  const held = known?.session
    ? {
        events: await parts.store.eventsOfSource(known.key),
        relations: await parts.store.relationsOfSource(known.key),
      }
    : { events: [], relations: [] };
  const difference = { ...compareEvents(held, indexed), shortened: indexed.shortened };
  const session = await sessionRecord({ ...reading, header: reading.header }, parts);
  return fileChange(file, reading, difference, new Map(reading.skipped), session, parts);
}

async function fileChange(
  file: SourceFile,
  reading: SessionReading,
  { shortened, ...difference }: Omit<SourceChange, "source"> & { readonly shortened: number },
  skipped: Map<SkipReason, number>,
  session: SessionRecord,
  parts: HistoryParts,
): Promise<FileChange> {
  if (shortened > 0) skipped.set("shortened-text", (skipped.get("shortened-text") ?? 0) + shortened);
  const source: SourceRecord = {
    ...describeFile(file),
    state: "indexed",
    offset: reading.offset,
    records: reading.records,
    ...(await checkpointHashes(file.path, reading.offset, parts)),
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    session,
  };
  const textLength = difference.append.reduce(
    (total, event) => event.fragments.reduce((sum, fragment) => sum + fragment.text.length, total),
    0,
  );
  return { change: { source, ...difference }, textLength };
}

/** A row for a file that is known and not indexed yet; rows of an earlier state go on answering. */
export function pendingSource(file: SourceFile, known: StoredSource | undefined): SourceChange {
  const source: SourceRecord = known
    ? { ...known, state: "pending" }
    : { ...describeFile(file), state: "pending", offset: 0, records: 0, headerHash: "", boundaryHash: "", skipped: [] };
  return { source, replace: false, append: [], states: [], relations: [] };
}

function skippedSource(file: SourceFile, reason: SkipReason): SourceChange {
  const source: SourceRecord = {
    ...describeFile(file),
    state: "skipped",
    offset: 0,
    records: 0,
    headerHash: "",
    boundaryHash: "",
    skipped: [{ reason, count: 1 }],
  };
  return { source, replace: true, append: [], states: [], relations: [] };
}

function describeFile(file: SourceFile): Pick<SourceRecord, "path" | "bytes" | "modifiedMs" | "identity"> {
  return { path: file.path, bytes: file.bytes, modifiedMs: file.modifiedMs, identity: file.identity };
}

async function sessionRecord(
  reading: SessionReading & { readonly header: SessionHeader },
  parts: HistoryParts,
  before?: SessionRecord,
): Promise<SessionRecord> {
  const { sessionId, version, cwd, startedAt, startedTime, parentSession } = reading.header;
  // Whether the parent exists must not matter: it may come later, and a child of a forbidden one must not tell.
  const parentRealPath =
    before?.parentRealPath ?? (parentSession === undefined ? undefined : await parts.workspaces.resolve(parentSession));
  // The latest name stands, and an empty one clears it (Pi's `getSessionName`).
  const renamed = reading.events.findLast(({ event }) => event.sessionName !== undefined)?.event.sessionName;
  const name = renamed ?? before?.name;
  const last = reading.events.at(-1)?.event;
  const leafId = last?.entryId ?? before?.leafId;
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
    lastEntryTime: last ? last.time : (before?.lastEntryTime ?? null),
    events: reading.events.length + (before?.events ?? 0),
  };
}
