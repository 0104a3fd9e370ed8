import { appendFileSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import type { SessionRecord, SourceRecord } from "../../../../src/ports/source-record.ts";
import { sessionFile, sessionName, text, toolCall, assistant, user } from "../../../support/session-file.ts";
import { createDamagedWorld, everyone } from "./damaged-world.ts";

const check = (history: History) => history.verify({ repair: false }, everyone);

async function indexedFixtures() {
  const world = createDamagedWorld();
  const history = await world.open();
  await history.sync(everyone);
  return { world, history };
}

describe("a comparison of the index with its sources", () => {
  it.each(["fts5", "memory"] as const)("finds nothing in a fresh %s index", async (engine) => {
    const history = await createDamagedWorld().open({ engine });
    await history.sync(everyone);
    const found = await check(history);
    expect(found).toMatchObject({ ok: true, repaired: false, sound: true });
    expect(found.files).toMatchObject({ differing: 0, pending: 0 });
    expect(found.files.checked).toBeGreaterThan(10);
    expect(found.events.checked).toBeGreaterThan(200);
    expect(found.postings.checked).toBeGreaterThan(200);
    expect(found.coverage.sessions.indexed).toBeGreaterThan(10);
  });

  it("finds nothing in an index that grew by appends, one with more than 32 fragments in an event included", async () => {
    const world = createDamagedWorld({ withFixtures: false });
    const many = Array.from({ length: 70 }, (_, at) => text(`part${at}`));
    const calls = [text("x"), toolCall("c1", "event_search", { query: "own words" })];
    const path = sessionFile(world.sessions, { id: "s1", entries: [user("first"), assistant(many), assistant(calls)] });
    const history = await world.open();
    await history.sync(everyone);
    for (let at = 0; at < 5; at++) {
      const entry = {
        type: "message",
        id: `a${at}`,
        parentId: at % 2 ? "e1" : "e2",
        timestamp: "2026-01-02T00:00:00Z",
      };
      appendFileSync(path, `${JSON.stringify({ ...entry, message: { role: "user", content: `more ${at}` } })}\n`);
      await history.sync(everyone);
    }
    expect(await check(history)).toMatchObject({ ok: true, files: { checked: 1 }, events: { checked: 8 } });
  });

  it.each(["fts5", "memory"] as const)(
    "finds nothing in a fresh %s index with discovery, whole or halfway",
    async (engine) => {
      const world = createDamagedWorld();
      const history = await world.open({ engine });
      await history.sync(everyone, { discovery: true });
      const { postings } = await check(history);
      expect(postings.wrong).toBe(0);
      sessionFile(world.sessions, { id: "new", entries: [user("fresh words"), assistant("more of them")] });
      await history.sync(everyone);
      expect(await check(history)).toMatchObject({ ok: true, files: { pending: 0 }, postings: { wrong: 0 } });
      await history.sync(everyone, { discovery: true });
      const whole = await check(history);
      expect(whole).toMatchObject({ ok: true, sound: true });
      // Two fragments, each by its words and its trigrams.
      expect(whole.postings.checked).toBe(postings.checked + 4);
    },
  );

  it("does not take a file that has changed since for a difference", async () => {
    const { world, history } = await indexedFixtures();
    sessionFile(world.sessions, { id: "new", entries: [user("fresh")] });
    expect(await check(history)).toMatchObject({ ok: true, files: { differing: 0, pending: 1 } });
  });

  it("finds a rewrite that left size and times as they were, and mends that file alone", async () => {
    const world = createDamagedWorld({ withFixtures: false });
    const path = sessionFile(world.sessions, { id: "s1", entries: [user("alpha one"), user("omega two")] });
    sessionFile(world.sessions, { id: "s2", entries: [user("stays")] });
    const time = new Date("2026-01-03T00:00:00Z");
    utimesSync(path, time, time);
    const history = await world.open();
    await history.sync(everyone);
    writeFileSync(path, readFileSync(path, "utf8").replace("alpha one", "gamma one"));
    utimesSync(path, time, time);
    const search = async (query: string) => (await history.search({ query }, everyone)).totals.events;
    await history.sync(everyone);
    expect(await search("gamma")).toBe(0);
    const found = await check(history);
    expect(found).toMatchObject({ ok: false, files: { checked: 2, differing: 1 }, events: { changed: 1, missing: 0 } });
    expect(await search("gamma")).toBe(0);
    expect(await history.verify({ repair: true }, everyone)).toMatchObject({ ok: true, repaired: true });
    expect([await search("gamma"), await search("alpha"), await search("omega")]).toEqual([1, 0, 1]);
    expect(await check(history)).toMatchObject({ ok: true });
  });
});

describe("damage that SQLite does not notice", () => {
  const silent: readonly (readonly [name: string, statement: string, finding: object])[] = [
    ["a lost event", "DELETE FROM event WHERE key = 20", { events: { missing: 1 } }],
    [
      "a doubled event",
      "INSERT INTO event SELECT 9000000, source, position, entry_id, parent_id, type, traits, states, time, byte_offset, byte_length, content_hash, fragments FROM event WHERE key = 20",
      { events: { extra: 1 } },
    ],
    [
      "a shifted byte range",
      "UPDATE event SET byte_offset = byte_offset + 1 WHERE key = 21",
      { events: { changed: 1 } },
    ],
    [
      "another branch state",
      "UPDATE event SET states = states + 8 WHERE key IN (SELECT key FROM event WHERE states < 8 LIMIT 1)",
      { events: { changed: 1 } },
    ],
    ["another hash", "UPDATE event SET content_hash = 7 WHERE key = 21", { events: { changed: 1 } }],
    [
      "another flag",
      "UPDATE event SET traits = traits | 128 WHERE key = (SELECT min(key) FROM event WHERE traits & 128 = 0)",
      { sound: false },
    ],
    [
      "a lost edge",
      "DELETE FROM relation WHERE event = (SELECT min(event) FROM relation)",
      { relations: { differing: 1 } },
    ],
    [
      "a run of keys that belongs elsewhere",
      "UPDATE key_range SET source = source % 3 + 1 WHERE first = (SELECT min(first) FROM key_range)",
      { sound: false },
    ],
    [
      "a fragment whose words are gone",
      "DELETE FROM fts WHERE rowid = (SELECT min(id) FROM fts_docsize)",
      { postings: { wrong: 1 } },
    ],
    [
      "words of another text",
      "DELETE FROM fts WHERE rowid = 672; INSERT INTO fts (rowid, text) VALUES (672, 'other words')",
      { postings: { wrong: 1 } },
    ],
    ["a fragment of no event", "INSERT INTO fts (rowid, text) VALUES (99999999, 'stray')", { postings: { wrong: 1 } }],
    [
      "another length of a text",
      "UPDATE fts_docsize SET sz = x'7F' WHERE id = (SELECT min(id) FROM fts_docsize)",
      { sound: false },
    ],
    [
      "a text whose trigrams are gone",
      "DELETE FROM discovery WHERE rowid = (SELECT min(id) FROM discovery_docsize)",
      { postings: { wrong: 1 } },
    ],
    [
      "trigrams of what nobody said",
      "INSERT INTO discovery (rowid, text) SELECT key * 32, 'abc bcd' FROM event WHERE fragments <> '' AND key * 32 NOT IN (SELECT id FROM discovery_docsize) LIMIT 1",
      { postings: { wrong: 1 } },
    ],
    [
      "trigrams of no event",
      "INSERT INTO discovery (rowid, text) VALUES (99999999, 'abc')",
      { postings: { wrong: 1 } },
    ],
    [
      "another number of trigrams",
      "UPDATE discovery_docsize SET sz = x'7F' WHERE id = (SELECT min(id) FROM discovery_docsize)",
      { sound: false },
    ],
  ];

  it.each(silent)("%s is found, and mended", async (_name, statement, finding) => {
    const { world, history } = await indexedFixtures();
    await history.sync(everyone, { discovery: true });
    await history.close();
    world.change(statement);
    const damaged = await world.open();
    const found = await check(damaged);
    expect(found).toMatchObject({ ok: false, repaired: false, ...finding });
    expect(await damaged.verify({ repair: true }, everyone)).toMatchObject({ ok: true, repaired: true });
    expect(await check(damaged)).toMatchObject({ ok: true, sound: true });
  });

  const rows: readonly (readonly [
    name: string,
    change: (source: SourceRecord, session: SessionRecord) => SourceRecord,
  ])[] = [
    ["a lost session name", (source, { name: _name, ...session }) => ({ ...source, session })],
    ["another session name", (source, session) => ({ ...source, session: { ...session, name: "made up" } })],
    ["another session id", (source, session) => ({ ...source, session: { ...session, sessionId: "made-up" } })],
    ["another folder", (source, session) => ({ ...source, session: { ...session, cwd: "/elsewhere" } })],
    ["another leaf", (source, session) => ({ ...source, session: { ...session, leafId: "e1" } })],
    ["another number of events", (source, session) => ({ ...source, session: { ...session, events: 7 } })],
    [
      "a parent that it has not",
      (source, session) => ({ ...source, session: { ...session, parentSession: "/x.jsonl" } }),
    ],
    ["another checkpoint", (source) => ({ ...source, offset: source.offset - 1 })],
    ["lines that were never skipped", (source) => ({ ...source, skipped: [{ reason: "malformed-line", count: 3 }] })],
  ];

  it.each(rows)("%s is found, though the row is whole, and mended", async (_name, change) => {
    const world = createDamagedWorld({ withFixtures: false });
    const entries = [user("alpha"), user("omega"), sessionName("the right name")];
    sessionFile(world.sessions, { id: "s1", entries });
    const before = await world.open();
    await before.sync(everyone);
    const listed = await before.sessions({}, everyone);
    await before.close();
    world.changeSources(change);
    const damaged = await world.open();
    const found = await check(damaged);
    expect(found).toMatchObject({
      ok: false,
      sound: true,
      files: { checked: 1, differing: 1 },
      events: { changed: 0 },
    });
    expect(await damaged.verify({ repair: true }, everyone)).toMatchObject({ ok: true, repaired: true });
    expect(await damaged.sessions({}, everyone)).toEqual(listed);
    expect(await check(damaged)).toMatchObject({ ok: true });
  });

  it("a flipped bit in a posting is found wherever it is", async () => {
    const { world, history } = await indexedFixtures();
    await history.close();
    world.change("INSERT INTO fts (fts) VALUES ('optimize')");
    const leaf = "(SELECT id FROM fts_data WHERE id > 100 AND length(block) > 1000 LIMIT 1)";
    for (const offset of [700, 1500, 2500]) {
      world.change(
        `UPDATE fts_data SET block = CAST(substr(block, 1, ${offset}) || (CASE substr(block, ${offset + 1}, 1) WHEN x'61' THEN x'62' ELSE x'61' END) || substr(block, ${offset + 2}) AS BLOB) WHERE id = ${leaf}`,
      );
      const damaged = await world.open();
      const found = await check(damaged);
      expect(found.ok, `offset ${offset}`).toBe(false);
      expect(await damaged.verify({ repair: true }, everyone)).toMatchObject({ ok: true });
      await damaged.close();
      world.change("INSERT INTO fts (fts) VALUES ('optimize')");
    }
  });
});
