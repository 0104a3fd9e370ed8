import type { SqliteDatabase } from "./sqlite-driver.ts";

/** Bump with every change of the tables below or of the codes in `event-codes.ts`: it is part of the index file's name. */
export const SCHEMA_VERSION = 2;

/** Marks a file as an index of this project in SQLite's header ("PiRe"). */
export const APPLICATION_ID = 0x50695265;

/** Bytes of postings that FTS5 gathers in memory before it writes a segment. Its default of 1 MiB costs a third of a build. */
const HASH_BYTES = 16 * 1024 * 1024;

/**
 * Segments of one level that FTS5 lets stand before it begins to merge them. With its default of 4 the short commits of a sync would write
 * everything once or twice more. With 16 it merges nothing bit by bit any more but, when there are 16, all of them in one commit.
 */
const UNMERGED_SEGMENTS = 8;

/** The tables of postings: the tokens of every fragment, and the trigrams of what people and models said. */
export const POSTINGS = ["fts", "discovery"] as const;

export type PostingsTable = (typeof POSTINGS)[number];

function postingsTable(table: PostingsTable): string {
  return `CREATE VIRTUAL TABLE ${table} USING fts5(text, content='', contentless_delete=1, tokenize='ascii')`;
}

/**
 * Every table and index. An event's `fragments` holds one code point per fragment, the code of its class (kind, tool, flags): the
 * fragment's own row would cost as much as the event's. Row ids of the postings: event key × 32 + ordinal (design §11). A source's
 * `discovered` is the key of the last event that `discovery` has taken.
 */
const OBJECTS: readonly (readonly [name: string, sql: string])[] = [
  ["meta", "CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID"],
  [
    "source",
    "CREATE TABLE source (key INTEGER PRIMARY KEY, path TEXT NOT NULL, standing INTEGER NOT NULL, generation TEXT, record TEXT NOT NULL, " +
      "discovered INTEGER NOT NULL DEFAULT 0)",
  ],
  // One row of a path answers, one may be hidden; any number may wait to be swept.
  ["source_path", "CREATE UNIQUE INDEX source_path ON source (path, standing) WHERE standing < 2"],
  ["source_retired", "CREATE INDEX source_retired ON source (key) WHERE standing = 2"],
  ["walk", "CREATE TABLE walk (root TEXT PRIMARY KEY, completed_at INTEGER NOT NULL) WITHOUT ROWID"],
  ["key_range", "CREATE TABLE key_range (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, source INTEGER NOT NULL)"],
  ["key_range_source", "CREATE INDEX key_range_source ON key_range (source)"],
  [
    "fragment_class",
    "CREATE TABLE fragment_class (code INTEGER PRIMARY KEY, kind INTEGER NOT NULL, tool TEXT, flags INTEGER NOT NULL)",
  ],
  [
    "event",
    "CREATE TABLE event (key INTEGER PRIMARY KEY, source INTEGER, position INTEGER, entry_id INTEGER, parent_id INTEGER, type INTEGER, " +
      "traits INTEGER, states INTEGER, time INTEGER, byte_offset INTEGER, byte_length INTEGER, content_hash INTEGER, fragments TEXT)",
  ],
  ["event_entry", "CREATE INDEX event_entry ON event (source, entry_id)"],
  ["event_parent", "CREATE INDEX event_parent ON event (source, parent_id)"],
  ["event_position", "CREATE INDEX event_position ON event (source, position)"],
  ["event_special", "CREATE INDEX event_special ON event (key) WHERE traits & 384"],
  [
    "relation",
    "CREATE TABLE relation (event INTEGER, ordinal INTEGER, source INTEGER, kind INTEGER, target INTEGER, PRIMARY KEY (event, ordinal)) " +
      "WITHOUT ROWID",
  ],
  ["relation_target", "CREATE INDEX relation_target ON relation (source, target)"],
  ...POSTINGS.map((table) => [table, postingsTable(table)] as const),
];

const SHADOW_TABLES = POSTINGS.flatMap((table) =>
  ["data", "idx", "docsize", "config"].map((part) => `${table}_${part}`),
);

/** Creates every table in an empty database. Call inside a write transaction. */
export function createSchema(database: SqliteDatabase, version: string): void {
  for (const [, sql] of OBJECTS) database.exec(sql);
  for (const table of POSTINGS) {
    database.exec(
      `INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${HASH_BYTES}), ('automerge', ${UNMERGED_SEGMENTS})`,
    );
  }
  const meta = database.prepare("INSERT INTO meta (name, value) VALUES (?, ?)");
  for (const [name, value] of [
    ["version", version],
    ["next_event", 1],
    ["next_source", 1],
  ])
    meta.run(name, value);
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** What a database is: nothing yet, a whole index of this version, an index to be rebuilt, or something else's. */
export type IndexCondition = "empty" | "whole" | "outdated" | "foreign";

/** Judges a database by its header, its version row and its whole schema. */
export function judgeIndex(database: SqliteDatabase, version: string): IndexCondition {
  const held = new Map(
    database.prepare("SELECT name, sql FROM sqlite_schema").raw().all() as [string, string | null][],
  );
  const application = database.pragma("application_id", { simple: true });
  if (held.size === 0 && application === 0) return "empty";
  if (application !== APPLICATION_ID) return "foreign";
  if (database.pragma("user_version", { simple: true }) !== SCHEMA_VERSION) return "outdated";
  if (OBJECTS.some(([name, sql]) => held.get(name) !== sql) || SHADOW_TABLES.some((name) => !held.has(name)))
    return "outdated";
  const counters = new Map(database.prepare("SELECT name, value FROM meta").raw().all() as [string, unknown][]);
  if (counters.get("version") !== version || !counters.has("next_event") || !counters.has("next_source"))
    return "outdated";
  // Reads the structure of the postings, which a damaged index most often cannot give.
  for (const table of POSTINGS) {
    database.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"a"' LIMIT 1`).all();
  }
  return "whole";
}
