import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { APPLICATION_ID, SCHEMA_VERSION } from "../../src/adapters/sqlite/schema.ts";
import { bash, sessionFile, user } from "../support/session-file.ts";
import { DamagedPlace, DRIVER_WORDS, everyone } from "./damaged-place.ts";

/** A place with one indexed session whose only word is `healword`, and its source's hash. */
async function indexed() {
  const place = new DamagedPlace();
  sessionFile(place.sessions, { id: "s1", entries: [user("healword"), bash("make lint", "lintok")] });
  expect((await place.search("healword")).hits).toHaveLength(1);
  return { place, before: place.sourceHash() };
}

function change(file: string, ...statements: string[]): void {
  const database = new Database(file).unsafeMode();
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Zeroes the pages from the second one on, or one of them. */
function zeroPages(file: string, first: number, count = 1): void {
  const bytes = readFileSync(file);
  bytes.fill(0, first * 4096, Math.min(bytes.length, (first + count) * 4096));
  writeFileSync(file, bytes);
}

describe("an index that is damaged before it is opened", () => {
  const damages: readonly (readonly [string, (file: string) => void])[] = [
    ["the postings' structure record is gone", (file) => change(file, "DELETE FROM fts_data WHERE id = 10")],
    ["all postings are gone", (file) => change(file, "DELETE FROM fts_data")],
    ["a posting is garbage", (file) => change(file, "UPDATE fts_data SET block = x'FFFFFFFFFF' WHERE id > 10")],
    ["the postings' index is gone", (file) => change(file, "DELETE FROM fts_idx")],
    ["a page is zeroed", (file) => zeroPages(file, 1)],
    ["all pages but the first are zeroed", (file) => zeroPages(file, 1, 10_000)],
    ["it is cut to 100 bytes", (file) => truncateSync(file, 100)],
    ["it is cut to half", (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
    ["it is empty", (file) => truncateSync(file, 0)],
    ["it is a text", (file) => writeFileSync(file, "no database at all\n".repeat(500))],
    ["its log is empty", (file) => writeFileSync(`${file}-wal`, "")],
    ["its log is garbage", (file) => writeFileSync(`${file}-wal`, Buffer.alloc(9000, 0xa5))],
    ["its shared memory is garbage", (file) => writeFileSync(`${file}-shm`, Buffer.alloc(32768, 0xa5))],
    ["a row is no JSON", (file) => change(file, "UPDATE source SET record = substr(record, 3)")],
    ["a row is another JSON", (file) => change(file, "UPDATE source SET record = replace(record, 'path', 'pa4h')")],
    ["a table is missing", (file) => change(file, "DROP TABLE event")],
    [
      "only the metadata table is there",
      (file) => {
        truncateSync(file, 0);
        const version = `PRAGMA user_version = ${SCHEMA_VERSION}`;
        change(file, "CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID", version);
      },
    ],
    [
      "it is half made: the marks are right and tables are missing",
      (file) => {
        truncateSync(file, 0);
        change(
          file,
          "CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT)",
          `PRAGMA user_version = ${SCHEMA_VERSION}`,
          `PRAGMA application_id = ${APPLICATION_ID}`,
        );
      },
    ],
    ["it says that a newer program wrote it", (file) => change(file, "PRAGMA user_version = 4000")],
    ["it belongs to another program", (file) => (truncateSync(file, 0), change(file, "CREATE TABLE theirs (x)"))],
  ];

  test.each(damages)("%s: the question is answered all the same", async (_name, damage) => {
    const { place, before } = await indexed();
    damage(place.index);
    const { hits, coverage } = await place.search("healword");
    expect(hits.map((hit) => hit.snippet)).toEqual(["healword"]);
    expect(coverage.state).toBe("ready");
    const { history } = await place.open();
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true });
    expect(place.sourceHash()).toBe(before);
  });

  test.each(damages)("%s: without a sync it is never just no match", async (_name, damage) => {
    const { place } = await indexed();
    damage(place.index);
    const { hits, coverage } = await place.search("healword", { syncs: false });
    if (hits.length === 0) expect(coverage.state).not.toBe("ready");
  });
});

describe("an index that is damaged while it is open", () => {
  const damages: readonly (readonly [string, string])[] = [
    ["the postings' structure record", "DELETE FROM fts_data WHERE id = 10"],
    ["the postings themselves", "UPDATE fts_data SET block = x'FFFFFFFFFF' WHERE id > 10"],
    ["the postings' table", "DROP TABLE fts"],
    ["the events' table", "DROP TABLE event"],
    ["a row of the sources", "UPDATE source SET record = '{'"],
  ];

  test.each(damages)("%s: it is rebuilt once, and the question is answered", async (_name, statement) => {
    const { place, before } = await indexed();
    const { history } = await place.open();
    await history.search({ query: "healword" }, everyone);
    change(place.index, statement);
    const answers = await Promise.all([
      history.search({ query: "healword" }, everyone),
      history.search({ query: "lintok" }, everyone),
      history.sessions({}, everyone),
    ]);
    expect(answers[0].hits.map((hit) => hit.snippet)).toEqual(["healword"]);
    expect(answers[1].hits).toHaveLength(1);
    expect(answers[2].sessions).toHaveLength(1);
    expect(place.indexes).toHaveLength(1);
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true });
    expect(place.sourceHash()).toBe(before);
  });

  test.each(damages)("%s: a sync comes through as well", async (_name, statement) => {
    const { place } = await indexed();
    const { history } = await place.open();
    change(place.index, statement);
    sessionFile(place.sessions, { id: "s2", entries: [user("freshword")] });
    expect((await history.sync(everyone)).sessions).toEqual({ indexed: 2, known: 2 });
    for (const query of ["healword", "freshword"]) {
      expect((await history.search({ query }, everyone)).hits, query).toHaveLength(1);
    }
  });

  test("damaged again and again it ends in the fixed public error or in memory, not in a loop", async () => {
    const { place } = await indexed();
    const { history, notices } = await place.open();
    for (let round = 0; round < 6; round++) {
      const memory = (await history.status(everyone)).engine === "memory";
      if (!memory) change(place.index, "DROP TABLE event");
      const { hits } = await history.search({ query: "healword" }, everyone);
      expect(hits, `round ${round}`).toHaveLength(1);
    }
    expect((await history.status(everyone)).engine).toBe("memory");
    expect(notices).toHaveLength(1);
    expect(notices[0]).not.toMatch(DRIVER_WORDS);
    expect((await history.status(everyone)).notices).toEqual(notices);
  });

  test("another process that has rebuilt it already is not undone", async () => {
    const { place } = await indexed();
    const [one, other] = [await place.open(), await place.open()];
    change(place.index, "DROP TABLE event");
    for (const { history } of [one, other, one]) {
      expect((await history.search({ query: "healword" }, everyone)).hits).toHaveLength(1);
    }
    sessionFile(place.sessions, { id: "s2", entries: [user("freshword")] });
    await other.history.sync(everyone);
    expect((await one.history.search({ query: "freshword" }, everyone)).hits).toHaveLength(1);
  });
});

describe("an index of another version", () => {
  test("is neither written nor trusted: each version has its own file", async () => {
    const { place } = await indexed();
    const foreign = place.index.replace("event-index-s", "event-index-s9");
    copyFileSync(place.index, foreign);
    change(foreign, "UPDATE meta SET value = 'p9-a9' WHERE name = 'version'", "PRAGMA user_version = 9");
    const before = readFileSync(foreign);
    expect((await place.search("lintok")).hits).toHaveLength(1);
    expect(readFileSync(foreign).equals(before)).toBe(true);
  });

  test("under the same name, left by other rules, is built anew once", async () => {
    const { place } = await indexed();
    change(place.index, "UPDATE meta SET value = 'p0-a0' WHERE name = 'version'", "UPDATE event SET states = 0");
    expect((await place.search("lintok")).hits).toHaveLength(1);
    const { history } = await place.open();
    expect(await history.verify({ repair: false }, everyone)).toMatchObject({ ok: true, files: { pending: 0 } });
  });
});
