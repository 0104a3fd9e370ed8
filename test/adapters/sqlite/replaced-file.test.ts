import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openSqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";
import { sampleChange, sampleEvent } from "../../../src/contract/sample-records.ts";
import { everySource, freshFolder, matchAll, openTestIndex, term, VERSION } from "./open-test-index.ts";

const replaced = { name: "RecallError", code: "IndexUnavailable", condition: "replaced" };
const change = (word: string) => ({ sources: [sampleChange(`/${word}.jsonl`, [sampleEvent("one", 1, [word])])] });

async function replacedIndex() {
  const index = openTestIndex();
  await index.store.commit(change("old"));
  for (const companion of ["-wal", "-shm", ""]) rmSync(`${index.file}${companion}`);
  const other = openTestIndex(index.file);
  await other.store.commit(change("fresh"));
  return { index, other };
}

describe("an index whose file another one has taken the place of", () => {
  it("says so before it reads or writes the old one", async () => {
    const { index } = await replacedIndex();
    await expect(index.store.sources()).rejects.toMatchObject(replaced);
    await expect(index.store.commit(change("late"))).rejects.toMatchObject(replaced);
    await expect(index.store.describe()).rejects.toMatchObject(replaced);
    await expect(matchAll(index, term("old"), { sources: new Set([1]) })).rejects.toMatchObject(replaced);
    await expect(index.store.inspect?.(() => 1)).rejects.toMatchObject(replaced);
  });

  it("goes on with the new one, and leaves all of it alone", async () => {
    const { index, other } = await replacedIndex();
    await index.store.reset();
    expect(await matchAll(index, term("fresh"), await everySource(index))).toHaveLength(1);
    expect(await matchAll(index, term("old"), await everySource(index))).toHaveLength(0);
    await index.store.commit(change("more"));
    expect(await matchAll(other, term("more"), await everySource(other))).toHaveLength(1);
    await index.store.close();
    expect(await matchAll(other, term("more"), await everySource(other))).toHaveLength(1);
    await other.store.close();
    const { store } = openSqliteIndex({ Database, file: index.file, version: VERSION });
    expect(await store.sources()).toHaveLength(2);
    await store.close();
  });

  it("begins a new one where nothing is in its place", async () => {
    const index = openTestIndex();
    await index.store.commit(change("old"));
    for (const companion of ["-wal", "-shm", ""]) rmSync(`${index.file}${companion}`);
    await expect(index.store.sources()).rejects.toMatchObject(replaced);
    await index.store.reset();
    expect(await index.store.sources()).toEqual([]);
  });

  it("closes without complaint", async () => {
    const { index, other } = await replacedIndex();
    await index.store.close();
    expect(await other.store.sources()).toHaveLength(1);
  });

  it("is noticed when it has only been moved away", async () => {
    const index = openTestIndex();
    await index.store.commit(change("kept"));
    renameSync(index.file, `${index.file}.moved`);
    await expect(index.store.sources()).rejects.toMatchObject(replaced);
  });

  it("goes on where nobody can look into its folder any more", async () => {
    const folder = join(freshFolder(), "folder");
    const index = openTestIndex(join(folder, "index.sqlite"));
    await index.store.commit(change("kept"));
    renameSync(folder, `${folder}.moved`);
    symlinkSync(folder, folder);
    expect(await index.store.sources()).toHaveLength(1);
  });

  it.each([1, 3])("is opened anew when that happens while it is being opened, %d times", async (times) => {
    const file = openTestIndex().file.replace("index.sqlite", "contended.sqlite");
    let left = times;
    class LateDatabase extends Database {
      constructor(path: string, options?: object) {
        super(path, options);
        if (left-- > 0) rmSync(path);
      }
    }
    const { store } = openSqliteIndex({ Database: LateDatabase, file, version: VERSION });
    await store.commit(change("kept"));
    await store.close();
    const again = openTestIndex(file);
    expect(await matchAll(again, term("kept"), await everySource(again))).toHaveLength(1);
  });

  it("fails where somebody deletes it for ever", () => {
    class DeletedDatabase extends Database {
      constructor(path: string, options?: object) {
        super(path, options);
        rmSync(path);
      }
    }
    const file = openTestIndex().file.replace("index.sqlite", "contended.sqlite");
    const open = () => openSqliteIndex({ Database: DeletedDatabase, file, version: VERSION });
    expect(open).toThrow(
      expect.objectContaining({ code: "IndexUnavailable", message: expect.stringMatching(/replaced/) }),
    );
  });
});
