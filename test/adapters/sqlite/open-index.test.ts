import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { indexFileName } from "../../../src/adapters/sqlite/index-file-name.ts";
import { openSqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { everySource, freshFolder, matchAll, openTestIndex, term, VERSION } from "./open-test-index.ts";

const unavailable = expect.objectContaining({ name: "RecallError", code: "IndexUnavailable" });
const oneEvent = { sources: [sampleChange("/a.jsonl", [sampleEvent("one", 1, ["needle"])])] };

/** An index file with one event in it, closed. */
async function writtenIndex(name = indexFileName(VERSION), version = VERSION): Promise<string> {
  const file = join(freshFolder(), name);
  const { store } = openSqliteIndex({ Database, file, version });
  await store.commit(oneEvent);
  await store.close();
  return file;
}

function change(file: string, ...statements: string[]): void {
  const database = new Database(file).unsafeMode();
  for (const statement of statements) database.exec(statement);
  database.close();
}

describe("opening the index file", () => {
  it("keeps what was committed", async () => {
    const index = openTestIndex(await writtenIndex());
    expect(await matchAll(index, term("needle"), await everySource(index))).toHaveLength(1);
    expect(await index.store.describe()).toMatchObject({ engine: "fts5", location: index.file, version: VERSION });
  });

  it("makes the file 0600 in a 0700 folder, its log files included, whatever the umask", async () => {
    const before = process.umask(0);
    try {
      const file = join(freshFolder(), "new", "deeper", "index.sqlite");
      const index = openTestIndex(file);
      await index.store.commit(oneEvent);
      for (const path of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(path).mode & 0o777, path).toBe(0o600);
      expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
      expect(statSync(join(file, "..", "..")).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  it("narrows a file that others could read, and leaves the mode of a folder that it did not make", async () => {
    const file = await writtenIndex();
    chmodSync(file, 0o644);
    chmodSync(join(file, ".."), 0o755);
    openTestIndex(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o755);
  });

  it.each(["", "-wal", "-shm"])("refuses a link at index%s and leaves its target alone", (suffix) => {
    const folder = freshFolder();
    const target = join(folder, "target");
    writeFileSync(target, "precious");
    const file = join(folder, indexFileName(VERSION));
    symlinkSync(target, `${file}${suffix}`);
    expect(() => openTestIndex(file)).toThrow(unavailable);
    expect(readFileSync(target, "utf8")).toBe("precious");
  });

  it("refuses a link that leads nowhere, and a folder", () => {
    const folder = freshFolder();
    symlinkSync(join(folder, "nowhere"), join(folder, "link.sqlite"));
    mkdirSync(join(folder, "folder.sqlite"));
    expect(() => openTestIndex(join(folder, "link.sqlite"))).toThrow(unavailable);
    expect(() => openTestIndex(join(folder, "folder.sqlite"))).toThrow(unavailable);
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  it("begins an index of another version anew", async () => {
    const file = await writtenIndex("any-name.sqlite", "older");
    const index = openTestIndex(file);
    expect(await index.store.sources()).toEqual([]);
    await index.store.commit(oneEvent);
    expect(await matchAll(index, term("needle"), await everySource(index))).toHaveLength(1);
  });

  it.each([
    ["a table less", "DROP TABLE walk"],
    ["an index less", "DROP INDEX event_special"],
    ["another column", "ALTER TABLE event ADD COLUMN more"],
    ["no version", "DELETE FROM meta WHERE name = 'version'"],
    ["no counter", "DELETE FROM meta WHERE name = 'next_event'"],
    ["another schema number", "PRAGMA user_version = 99"],
    [
      "a shadow table of the postings less",
      "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'fts_docsize'",
    ],
    ["no postings", "DELETE FROM fts_data"],
  ])("begins an index with %s anew", async (_hole, statement) => {
    const file = await writtenIndex();
    change(file, statement);
    const index = openTestIndex(file);
    expect(await index.store.sources()).toEqual([]);
    await index.store.commit(oneEvent);
    expect(await matchAll(index, term("needle"), await everySource(index))).toHaveLength(1);
  });

  it("replaces a file under an index's name that is no database, log files and all", async () => {
    const file = join(freshFolder(), indexFileName(VERSION));
    writeFileSync(file, "garbage ".repeat(1000));
    writeFileSync(`${file}-wal`, "more garbage");
    const index = openTestIndex(file);
    await index.store.commit(oneEvent);
    expect(await matchAll(index, term("needle"), await everySource(index))).toHaveLength(1);
  });

  it("replaces an index under any name whose pages are damaged", async () => {
    const file = await writtenIndex("mine.db");
    const bytes = readFileSync(file);
    bytes.fill(0xee, 100, bytes.length);
    writeFileSync(file, bytes);
    expect(await openTestIndex(file).store.sources()).toEqual([]);
  });

  it("leaves a file alone that is not its own by name or mark", () => {
    const folder = freshFolder();
    const text = join(folder, "notes.txt");
    writeFileSync(text, "my notes ".repeat(1000));
    const database = join(folder, "other.sqlite");
    change(database, "CREATE TABLE mine (value)", "INSERT INTO mine VALUES (1)");
    for (const file of [text, database]) {
      const before = readFileSync(file);
      expect(() => openTestIndex(file)).toThrow(unavailable);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });

  it("names neither path nor driver in its message", () => {
    const file = join(freshFolder(), "notes.txt");
    writeFileSync(file, "my notes ".repeat(1000));
    const error = failureOf(() => openTestIndex(file));
    expect(error).toMatchObject({
      message: expect.not.stringMatching(/sqlite|notes/i),
      cause: { code: "SQLITE_NOTADB" },
    });
  });

  it("says so when the folder cannot be made", () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "file"), "");
    expect(failureOf(() => openTestIndex(join(folder, "file", "index.sqlite")))).toEqual(unavailable);
  });

  it("gives every version a file name of its own", () => {
    expect(indexFileName("p1-a1-unicode17.0")).toMatch(/^event-index-s\d+-p1-a1-unicode17\.0\.sqlite$/);
  });
});

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
