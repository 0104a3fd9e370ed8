import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { indexFileName } from "../../../src/adapters/sqlite/index-file-name.ts";
import { openSqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { freshFolder, VERSION } from "./open-test-index.ts";

const DAY_SECONDS = 24 * 60 * 60;
const holder = fileURLToPath(new URL("./hold-index-open.ts", import.meta.url));

function age(file: string, days: number): void {
  const time = Date.now() / 1000 - days * DAY_SECONDS;
  utimesSync(file, time, time);
}

/** An index of another version in the folder, with one event in it, last used so many days ago. */
async function otherIndex(folder: string, version: string, days: number): Promise<string> {
  const file = join(folder, indexFileName(version));
  const { store } = openSqliteIndex({ Database, file, version });
  await store.commit({ sources: [sampleChange("/a.jsonl", [sampleEvent("one", 1, ["needle"])])] });
  await store.close();
  age(file, days);
  return file;
}

/** Opens the folder's index of this version, and answers with what went to the log. */
async function open(folder: string, name = indexFileName(VERSION)): Promise<string[]> {
  const warnings: string[] = [];
  const diagnostics = { warn: (message: string) => void warnings.push(message), error: () => {} };
  const { store } = openSqliteIndex({ Database, file: join(folder, name), version: VERSION, diagnostics });
  await store.close();
  return warnings;
}

describe("an index of another version", () => {
  it.each([31, 400])("goes after %d days without use, log files and all", async (days) => {
    const folder = freshFolder();
    const file = await otherIndex(folder, "p1-a1", days);
    for (const companion of ["-wal", "-shm"]) {
      writeFileSync(`${file}${companion}`, "");
      age(`${file}${companion}`, days);
    }
    expect(await open(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([indexFileName(VERSION)]);
  });

  it.each([0, 1, 29])("stays %d days after its last use, to the byte", async (days) => {
    const folder = freshFolder();
    const file = await otherIndex(folder, "p1-a1", days);
    const before = readFileSync(file);
    expect(await open(folder)).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("is in use while its log is written to, and when its file's time lies ahead", async () => {
    const folder = freshFolder();
    const logged = await otherIndex(folder, "p1-a1", 60);
    writeFileSync(`${logged}-wal`, "");
    const ahead = await otherIndex(folder, "p2-a1", -60);
    await open(folder);
    expect([existsSync(logged), existsSync(ahead)]).toEqual([true, true]);
  });

  it("counts as used when it was only read, and only once a day", async () => {
    const folder = freshFolder();
    const file = await otherIndex(folder, VERSION, 40);
    await open(folder);
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(DAY_SECONDS * 1000);
    age(file, 0.5);
    const { mtimeMs } = statSync(file);
    await open(folder);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  it("stays while another process has it open, and goes afterwards", async () => {
    const folder = freshFolder();
    const file = await otherIndex(folder, "p1-a1", 60);
    const holding = spawn(process.execPath, [holder, file, "p1-a1"], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void holding.kill());
    await once(holding.stdout, "data");
    const makeIdle = (): void => {
      for (const companion of ["", "-wal", "-shm"]) if (existsSync(file + companion)) age(file + companion, 60);
    };
    makeIdle();
    expect(await open(folder)).toEqual([]);
    expect(existsSync(file)).toBe(true);
    holding.stdin.end();
    await once(holding, "close");
    makeIdle();
    expect(await open(folder)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  it("goes when it is damaged, too", async () => {
    const folder = freshFolder();
    const text = join(folder, indexFileName("p1-a1"));
    const empty = join(folder, indexFileName("p2-a1"));
    const cut = await otherIndex(folder, "p3-a1", 0);
    writeFileSync(text, "no database ".repeat(1_000));
    writeFileSync(empty, "");
    writeFileSync(cut, readFileSync(cut).subarray(0, 100));
    for (const file of [text, empty, cut]) age(file, 31);
    expect(await open(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([indexFileName(VERSION)]);
  });
});

describe("nothing else is deleted:", () => {
  it.each([
    "notes.sqlite",
    "event-index-backup.sqlite",
    "event-index-s1-p1.sqlite.bak",
    "my-event-index-s1-p1.sqlite",
    "event-index-s1-p1 copy.sqlite",
    "log.ndjson",
  ])("%s", async (name) => {
    const folder = freshFolder();
    writeFileSync(join(folder, name), "theirs");
    age(join(folder, name), 1_000);
    await open(folder);
    expect(readFileSync(join(folder, name), "utf8")).toBe("theirs");
  });

  it("its own file, however old", async () => {
    const folder = freshFolder();
    await otherIndex(folder, VERSION, 1_000);
    await open(folder);
    const { store } = openSqliteIndex({ Database, file: join(folder, indexFileName(VERSION)), version: VERSION });
    expect(await store.sources()).toHaveLength(1);
    await store.close();
  });

  it("neither a link nor what it leads to, a folder, nor an index in another folder", async () => {
    const folder = freshFolder();
    const elsewhere = freshFolder();
    const target = await otherIndex(elsewhere, "p1-a1", 400);
    symlinkSync(target, join(folder, indexFileName("p1-a1")));
    const linkedLog = await otherIndex(folder, "p2-a1", 400);
    const log = join(elsewhere, "log");
    writeFileSync(log, "precious");
    age(log, 400);
    symlinkSync(log, `${linkedLog}-wal`);
    mkdirSync(join(folder, indexFileName("p3-a1")));
    age(join(folder, indexFileName("p3-a1")), 400);
    const before = readFileSync(target);
    expect(await open(folder)).toEqual([]);
    expect(readFileSync(target).equals(before)).toBe(true);
    expect(readFileSync(log, "utf8")).toBe("precious");
    expect(lstatSync(join(folder, indexFileName("p1-a1"))).isSymbolicLink()).toBe(true);
    expect(existsSync(linkedLog)).toBe(true);
    expect(existsSync(join(folder, indexFileName("p3-a1")))).toBe(true);
  });

  it("anything beside an index that somebody has named", async () => {
    const folder = freshFolder();
    const file = await otherIndex(folder, "p1-a1", 400);
    await open(folder, "mine.sqlite");
    expect(existsSync(file)).toBe(true);
  });
});

it("what fails goes to the log, and the own index opens all the same", async () => {
  const folder = freshFolder();
  const own = await otherIndex(folder, VERSION, 0);
  const stubborn = await otherIndex(folder, "p1-a1", 0);
  const idle = await otherIndex(folder, "p2-a1", 0);
  for (const file of [stubborn, idle]) age(file, 60);
  class BadDisk extends Database {
    constructor(file: string, options?: object) {
      if (file === stubborn) throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR" });
      super(file, options);
    }
  }
  const warnings: object[] = [];
  const diagnostics = { warn: (...warning: unknown[]) => void warnings.push(warning), error: () => {} };
  const { store } = openSqliteIndex({ Database: BadDisk, file: own, version: VERSION, diagnostics });
  expect(await store.sources()).toHaveLength(1);
  await store.close();
  expect(warnings).toMatchObject([
    [expect.stringMatching(/could not be deleted/), { error: { code: "SQLITE_IOERR" } }],
  ]);
  expect([existsSync(stubborn), existsSync(idle)]).toEqual([true, false]);
});
