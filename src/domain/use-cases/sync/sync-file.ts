import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SessionRecord, SkipReason, SourceRecord, StoredSource } from "../../../ports/source-record.ts";
import { RecallError } from "../../model/errors.ts";
import type { HistoryParts } from "../history-parts.ts";
import { compareEvents } from "./compare-events.ts";
import { indexSession } from "./index-session.ts";
import { readSession, type SessionReading } from "./read-session.ts";

/** Bytes before the checkpoint whose hash pins it. */
const BOUNDARY_BYTES = 4_096;

export interface FileChange {
  readonly change: SourceChange;
  /** Code units of text to be indexed: what a commit's size is measured by. */
  readonly textLength: number;
}

/**
 * Reads one session file whole and works out how its rows change. A file that cannot be read, or is no session, costs that file: it is
 * kept as skipped with a reason. Errors: `Cancelled`.
 */
export async function syncFile(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: { readonly signal?: AbortSignal; readonly onBytes?: (bytes: number) => void },
): Promise<FileChange> {
  let reading: SessionReading;
  try {
    reading = await readSession(file.path, parts.source, options);
  } catch (error) {
    if (error instanceof RecallError && error.code === "Cancelled") throw error;
    parts.diagnostics.warn("A session file could not be read.", { path: file.path, error });
    return { change: skippedSource(file, "unreadable"), textLength: 0 };
  }
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
  const difference = compareEvents(held, indexed);
  const skipped = new Map(reading.skipped);
  if (indexed.shortened > 0) skipped.set("shortened-text", indexed.shortened);
  const source: SourceRecord = {
    ...describeFile(file),
    state: "indexed",
    offset: reading.offset,
    records: reading.records,
    ...(await checkpointHashes(file.path, reading, parts)),
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    session: await sessionRecord(reading, parts),
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

async function checkpointHashes(path: string, reading: SessionReading, parts: HistoryParts) {
  const boundary = Math.min(BOUNDARY_BYTES, reading.offset);
  const [header, last] = await Promise.all([
    parts.source.bytes(path, 0, reading.headerEnd),
    parts.source.bytes(path, reading.offset - boundary, boundary),
  ]);
  return { headerHash: parts.hasher.bytes(header), boundaryHash: parts.hasher.bytes(last) };
}

async function sessionRecord(reading: SessionReading, parts: HistoryParts): Promise<SessionRecord> {
  const header = reading.header as NonNullable<SessionReading["header"]>;
  const { parentSession } = header;
  // Whether the parent exists must not matter: it may come later, and a child of a forbidden one must not tell.
  const parentRealPath = parentSession === undefined ? undefined : await parts.workspaces.resolve(parentSession);
  // The latest name stands, and an empty one clears it (Pi's `getSessionName`).
  const name = reading.events.findLast(({ event }) => event.sessionName !== undefined)?.event.sessionName;
  const last = reading.events.at(-1)?.event;
  return {
    ...header,
    ...(parentRealPath !== undefined && { parentRealPath }),
    ...(name && { name }),
    ...(last && { leafId: last.entryId }),
    lastEntryTime: last?.time ?? null,
    events: reading.events.length,
  };
}
