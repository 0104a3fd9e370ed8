import { fc, test } from "@fast-check/vitest";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { restoreId, type StoredId, storeId } from "../../../src/adapters/sqlite/stored-id.ts";

const digits = (alphabet: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const anyId = fc.oneof(
  digits("0123456789abcdef", 8),
  digits("0123456789", 8),
  digits("ABCxyz019_-", 20),
  fc.integer().map(String),
  fc.float().map(String),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "0", "00000000", "ffffffff", "80000000", ":", "DEADBEEF", "1e5", " 12 ", "\u{1}", "\uD800"),
);

/** What a column of integer affinity, as the ids of events have, gives back. */
function throughColumn(ids: readonly string[]): { stored: StoredId[]; distinct: number } {
  const database = new Database(":memory:");
  onTestFinished(() => void database.close());
  database.exec("CREATE TABLE held (id INTEGER)");
  const insert = database.prepare("INSERT INTO held VALUES (?)");
  for (const id of ids) insert.run(storeId(id));
  const stored = database.prepare("SELECT id FROM held ORDER BY rowid").pluck().all() as StoredId[];
  const distinct = database.prepare("SELECT count(DISTINCT id) FROM held").pluck().get() as number;
  database.close();
  return { stored, distinct };
}

describe("ids as SQLite holds them", () => {
  test.prop([fc.array(anyId, { minLength: 1, maxLength: 30 })])(
    "come back as they were, and different ones stay different",
    (ids) => {
      const { stored, distinct } = throughColumn(ids);
      expect(stored.map(restoreId)).toEqual(ids);
      expect(distinct).toBe(new Set(ids).size);
    },
  );

  it("are short for what Pi and the hasher write", () => {
    const types = throughColumn(["0a1b2c3d", "ffffffff", "Zq3-_0123456789abcde", "e1"]).stored;
    expect(types[0]).toBe(0x0a1b2c3d);
    expect(types[1]).toBe(-1);
    expect(types[2]).toHaveLength(15);
    expect(types[3]).toBe(":e1");
  });
});
