import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { RecallError } from "../../domain/model/errors.ts";
import { isIndexFileName } from "./index-file-name.ts";
import { APPLICATION_ID } from "./schema.ts";

/** Instead of a path: a database that lives and ends with its connection. */
export const IN_MEMORY = ":memory:";

/** The files of one database; the log files first, so that an interrupted deletion never leaves a log without its database. */
export const COMPANIONS = ["-wal", "-shm", "-journal", ""];
const APPLICATION_ID_OFFSET = 68;

/**
 * Makes sure that the path is a regular file of ours alone (0600), creating it and missing folders (0700). Errors:
 * `IndexUnavailable` for a link, a directory or anything else that is no regular file.
 */
export function prepareIndexFile(file: string): void {
  for (const companion of COMPANIONS) refuseIrregular(`${file}${companion}`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const found = look(file);
  if (!found) {
    createFile(file);
  } else if ((found.mode & 0o077) !== 0 && process.platform !== "win32") {
    // By path: closing a second handle of a database that this process has open would drop its locks.
    chmodSync(file, 0o600);
  }
}

/** Another process may be quicker; then what it made is looked at. */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    refuseIrregular(file);
  }
}

/** Deletes a database with its log files. */
export function deleteIndexFile(file: string): void {
  if (file === IN_MEMORY) return;
  for (const companion of COMPANIONS) rmSync(`${file}${companion}`, { force: true });
}

/**
 * Deletes an index and, where it bears the name of one, those of other versions in its folder. Answers with the bytes that went: 0 where there
 * was nothing. Errors: `IndexUnavailable`, refused.
 */
export function deleteIndexFiles(file: string): number {
  if (file === IN_MEMORY) return 0;
  try {
    const companion = /-(?:wal|shm|journal)$/;
    const beside = isIndexFileName(basename(file)) ? listFolder(dirname(file)) : [];
    const databases = new Set(beside.map((name) => name.replace(companion, "")).filter(isIndexFileName));
    const files = [
      file,
      ...[...databases].filter((name) => name !== basename(file)).map((name) => join(dirname(file), name)),
    ];
    const bytes = files.flatMap((name) => COMPANIONS.map((ending) => look(`${name}${ending}`)?.size ?? 0));
    for (const name of files) deleteIndexFile(name);
    return bytes.reduce((sum, size) => sum + size, 0);
  } catch (cause) {
    const message = "The files of the index could not be deleted; check the permissions of their folder.";
    throw new RecallError("IndexUnavailable", message, { cause, condition: "refused" });
  }
}

/** The names in a folder; none where there is no such folder. */
function listFolder(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/** Tells the file at a path from another one that takes its place. Undefined where there is none. */
export function fileIdentity(file: string): string | undefined {
  const found = file === IN_MEMORY ? undefined : look(file);
  return found && `${found.dev}:${found.ino}`;
}

/** True when the file's first page carries this project's mark, even if SQLite cannot read the rest. */
export function bearsOurMark(file: string): boolean {
  const header = Buffer.alloc(100);
  const handle = openSync(file, constants.O_RDONLY);
  try {
    return readSync(handle, header, 0, 100, 0) === 100 && header.readUInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID;
  } finally {
    closeSync(handle);
  }
}

/** Bytes that a database takes, its write-ahead log included. */
export function indexBytes(file: string): number {
  if (file === IN_MEMORY) return 0;
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return statSync(file).size + (log?.size ?? 0);
}

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function refuseIrregular(path: string): void {
  const found = look(path);
  if (!found || found.isFile()) return;
  const what = found.isSymbolicLink() ? "a link" : "no regular file";
  throw new RecallError("IndexUnavailable", `The path of the index is ${what}; name a file of its own.`, {
    cause: path,
  });
}
