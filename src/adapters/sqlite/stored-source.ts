import { crc32 } from "node:zlib";
import { RecallError } from "../../domain/model/errors.ts";
import type { SessionRecord, SourceRecord } from "../../ports/source-record.ts";

const CHECKSUM_LENGTH = 8;

/**
 * A file's row as one text behind its checksum: SQLite does not notice a flipped bit, and a wrong session id would be shown. The fields
 * stand without their names, since every start reads the rows of all files.
 */
export function storeSource(record: SourceRecord): string {
  const { path, state, bytes, modifiedMs, identity, offset, records, headerHash, boundaryHash, skipped, session } =
    record;
  const fields = [path, state, bytes, modifiedMs, identity, offset, records, headerHash, boundaryHash, skipped];
  const json = JSON.stringify(session ? [...fields, ...sessionFields(session)] : fields);
  return checksumOf(json) + json;
}

/** Errors: `IndexUnavailable`, damaged, when the row is not what was written. */
export function restoreSource(stored: string): SourceRecord {
  const json = stored.slice(CHECKSUM_LENGTH);
  if (checksumOf(json) !== stored.slice(0, CHECKSUM_LENGTH)) {
    throw new RecallError("IndexUnavailable", "The index is damaged: it has to be rebuilt.", { condition: "damaged" });
  }
  const [path, state, bytes, modifiedMs, identity, offset, records, headerHash, boundaryHash, skipped, ...session] =
    JSON.parse(json) as StoredFields;
  const source = { path, state, bytes, modifiedMs, identity, offset, records, headerHash, boundaryHash, skipped };
  return session.length === 0 ? source : { ...source, session: restoreSession(session) };
}

type StoredFields = [
  path: SourceRecord["path"],
  state: SourceRecord["state"],
  bytes: number,
  modifiedMs: number,
  identity: string,
  offset: number,
  records: number,
  headerHash: string,
  boundaryHash: string,
  skipped: SourceRecord["skipped"],
  ...session: SessionFields | [],
];

/** Fields that a session may lack are null then. */
type SessionFields = [
  sessionId: string,
  version: number,
  startedAt: string,
  startedTime: number | null,
  lastEntryTime: number | null,
  events: number,
  cwd: string | null,
  parentSession: string | null,
  parentRealPath: string | null,
  name: string | null,
  leafId: string | null,
];

function sessionFields(session: SessionRecord): SessionFields {
  const { sessionId, version, startedAt, startedTime, lastEntryTime, events } = session;
  const { cwd = null, parentSession = null, parentRealPath = null, name = null, leafId = null } = session;
  return [
    sessionId,
    version,
    startedAt,
    startedTime,
    lastEntryTime,
    events,
    cwd,
    parentSession,
    parentRealPath,
    name,
    leafId,
  ];
}

function restoreSession(fields: SessionFields): SessionRecord {
  const [sessionId, version, startedAt, startedTime, lastEntryTime, events, ...optional] = fields;
  const [cwd, parentSession, parentRealPath, name, leafId] = optional;
  return {
    sessionId,
    version,
    ...(cwd !== null && { cwd }),
    startedAt,
    startedTime,
    ...(parentSession !== null && { parentSession }),
    ...(parentRealPath !== null && { parentRealPath }),
    ...(name !== null && { name }),
    ...(leafId !== null && { leafId }),
    lastEntryTime,
    events,
  };
}

function checksumOf(json: string): string {
  return crc32(json).toString(16).padStart(CHECKSUM_LENGTH, "0");
}
