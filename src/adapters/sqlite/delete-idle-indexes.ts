import { type Stats, lstatSync, readdirSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostics } from "../../ports/diagnostics.ts";
import { COMPANIONS, deleteIndexFile, IN_MEMORY } from "./index-file.ts";
import { isIndexFileName, isVersionedIndexFileName } from "./index-file-name.ts";
import type { SqliteDatabase, SqliteDriver } from "./sqlite-driver.ts";
import { sqliteCode } from "./translate-index-error.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Milliseconds without use after which an index of another version goes (design §11). */
const IDLE_MS = 30 * DAY_MS;
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|FORMAT|ERROR)/;

/**
 * Deletes the indexes of other versions beside this one that nobody has used for 30 days. Only regular files under our own names go, and none
 * that any process has open. Call after the own index is open. Whatever fails goes to the local log. `now`: milliseconds since the epoch.
 */
export function deleteIdleIndexes(Database: SqliteDriver, file: string, now: number, diagnostics: Diagnostics): void {
  if (file === IN_MEMORY || !isIndexFileName(basename(file))) return;
  try {
    noteUse(file, now);
    for (const name of readdirSync(dirname(file))) {
      const other = join(dirname(file), name);
      if (name === basename(file) || !isVersionedIndexFileName(name) || !isIdle(other, now)) continue;
      try {
        deleteUnopened(Database, other);
      } catch (error) {
        diagnostics.warn("An idle index of another version could not be deleted.", { error });
      }
    }
  } catch (error) {
    diagnostics.warn("Idle indexes of other versions could not be looked for.", { error });
  }
}

/** An index that is only read is in use as well. Once a day is enough to tell. */
function noteUse(file: string, now: number): void {
  if (lstatSync(file).mtimeMs < now - DAY_MS) utimesSync(file, now / 1000, now / 1000);
}

function isIdle(file: string, now: number): boolean {
  const found = COMPANIONS.map((companion) => lstatSync(`${file}${companion}`, { throwIfNoEntry: false }));
  const files = found.filter((stats): stats is Stats => stats !== undefined);
  return files.every((stats) => stats.isFile() && stats.mtimeMs < now - IDLE_MS);
}

/**
 * Whoever has an index open holds a shared lock on it, so an exclusive one proves that nobody has. It is held while the files go: who
 * opens the path meanwhile waits, and then sees that its file is gone.
 */
function deleteUnopened(Database: SqliteDriver, file: string): void {
  const database = new Database(file, { timeout: 0, fileMustExist: true });
  try {
    if (!takeAlone(database)) return;
    // Windows deletes no file that is open, not even here.
    if (process.platform === "win32") database.close();
    deleteIndexFile(file);
  } finally {
    database.close();
  }
}

/** False where another process has it open. */
function takeAlone(database: SqliteDatabase): boolean {
  try {
    database.pragma("locking_mode = EXCLUSIVE");
    // Leaves no log behind that closing the database would have to deal with.
    database.pragma("journal_mode = DELETE");
    database.exec("BEGIN EXCLUSIVE");
    database.exec("COMMIT");
    return true;
  } catch (error) {
    const code = sqliteCode(error);
    if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return false;
    // Nobody can work with a file that is no database.
    if (UNREADABLE.test(code)) return true;
    throw error;
  }
}
