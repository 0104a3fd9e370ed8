import { basename } from "node:path";
import { RecallError } from "../../domain/model/errors.ts";
import { Connection } from "./connection.ts";
import { bearsOurMark, deleteIndexFile, fileIdentity, IN_MEMORY, prepareIndexFile } from "./index-file.ts";
import { isIndexFileName } from "./index-file-name.ts";
import { createSchema, type IndexCondition, judgeIndex } from "./schema.ts";
import type { SqliteDatabase, SqliteDriver } from "./sqlite-driver.ts";
import { sqliteCode, translateIndexError } from "./translate-index-error.ts";

const LOCK_TIMEOUT_MS = 5000;
const RETRY_MS = 10;
const MAX_TRIALS = 10;
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|FORMAT|ERROR)/;

/**
 * Opens the index, creating it where there is none. An index of another version, with a hole in its schema or unreadable is
 * deleted and begun anew, once; a file that is not ours by name or mark is left alone. Errors: `IndexUnavailable`.
 */
export function openConnection(Database: SqliteDriver, file: string, version: string): Connection {
  let identity: string | undefined;
  const open = (): SqliteDatabase => {
    const opened = openOrReplace(Database, file, version);
    identity = opened.identity;
    return opened.database;
  };
  const isReplaced = (): boolean => {
    try {
      return file !== IN_MEMORY && fileIdentity(file) !== identity;
    } catch {
      // A folder that cannot be looked into any more says nothing of the file that is open.
      return false;
    }
  };
  const renew = (): SqliteDatabase => {
    // Another process may have replaced it already: its work must not be lost.
    if (!isReplaced()) deleteIndexFile(file);
    return open();
  };
  const openBeside = (): SqliteDatabase => new Database(file, { timeout: LOCK_TIMEOUT_MS, fileMustExist: true });
  try {
    return new Connection(file, open(), { renew, isReplaced, ...(file !== IN_MEMORY && { openBeside }) });
  } catch (error) {
    throw translateIndexError(error);
  }
}

interface OpenedDatabase {
  readonly database: SqliteDatabase;
  /** Of the file that is open, whatever lies at its path by now. */
  readonly identity: string | undefined;
}

function openOrReplace(Database: SqliteDriver, file: string, version: string): OpenedDatabase {
  const found = tryOpen(Database, file, version);
  if (found) return found;
  deleteIndexFile(file);
  const fresh = tryOpen(Database, file, version);
  if (fresh) return fresh;
  throw new RecallError("IndexUnavailable", "The index could not be created anew; delete it and try again.");
}

/** The open database, or undefined where the file has to be deleted first. */
function tryOpen(Database: SqliteDriver, file: string, version: string, trial = 1): OpenedDatabase | undefined {
  if (file !== IN_MEMORY) prepareIndexFile(file);
  const identity = fileIdentity(file);
  let database: SqliteDatabase | undefined;
  try {
    database = new Database(file, { timeout: LOCK_TIMEOUT_MS });
    const condition = begin(database, version, () => fileIdentity(file) === identity);
    if (condition === "whole") return { database, identity };
    if (condition === "gone") {
      database.close();
      if (trial === MAX_TRIALS) throw new RecallError("IndexUnavailable", "The index is being replaced; try again.");
      return tryOpen(Database, file, version, trial + 1);
    }
    if (condition === "foreign" && !isIndexFileName(basename(file))) throw notOurs();
  } catch (error) {
    database?.close();
    database = undefined;
    if (!UNREADABLE.test(sqliteCode(error))) throw error;
    if (!isIndexFileName(basename(file)) && !bearsOurMark(file)) throw notOurs(error);
  }
  database?.close();
  return undefined;
}

/** `gone`: another process has deleted the file while this one waited for its lock. */
function begin(database: SqliteDatabase, version: string, isThere: () => boolean): IndexCondition | "gone" {
  // On one snapshot: an index that another process creates meanwhile must not look like one with holes.
  database.exec("BEGIN");
  const condition = judgeIndex(database, version);
  database.exec("COMMIT");
  // Before a log is begun, which would lie beside the file that has taken its place.
  if (!isThere()) return "gone";
  if (condition === "outdated" || condition === "foreign") return condition;
  writeAhead(database);
  database.pragma("synchronous = NORMAL");
  if (condition === "whole") return condition;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have created it while this one waited.
    const now = judgeIndex(database, version);
    if (now === "empty") createSchema(database, version);
    database.exec("COMMIT");
    return now === "empty" ? "whole" : now;
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Waits itself: where two connections change the journal at one moment, SQLite refuses one of them without waiting. */
function writeAhead(database: SqliteDatabase): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let left = LOCK_TIMEOUT_MS; ; left -= RETRY_MS) {
    try {
      database.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (left <= 0 || !sqliteCode(error).startsWith("SQLITE_BUSY")) throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
}

function notOurs(cause?: unknown): RecallError {
  const message = "The file at the index's path is no index of this program and is left alone; name another file.";
  return new RecallError("IndexUnavailable", message, cause === undefined ? {} : { cause });
}
