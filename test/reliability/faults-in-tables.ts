import Database from "better-sqlite3";

/** Each counts rows that no index may hold once its last sync was complete. */
const FAULTS: Readonly<Record<string, string>> = {
  "files that do not answer": "SELECT count(*) FROM source WHERE standing <> 0",
  "events without a file": "SELECT count(*) FROM event WHERE source NOT IN (SELECT key FROM source)",
  "repeated events": "SELECT count(*) - count(DISTINCT source || ' ' || entry_id) FROM event",
  "edges without an event": "SELECT count(*) FROM relation WHERE event NOT IN (SELECT key FROM event)",
  "events outside the runs of their file":
    "SELECT count(*) FROM event WHERE NOT EXISTS (SELECT 1 FROM key_range WHERE event.key BETWEEN first AND last AND key_range.source = event.source)",
  "runs without a file": "SELECT count(*) FROM key_range WHERE source NOT IN (SELECT key FROM source)",
  "postings more or fewer than fragments":
    "SELECT abs((SELECT count(*) FROM fts_docsize) - (SELECT coalesce(sum(length(replace(fragments, ' ', ''))), 0) FROM event))",
  "trigrams of no fragment":
    "SELECT count(*) FROM discovery_docsize WHERE NOT EXISTS (SELECT 1 FROM event WHERE id - key * 32 BETWEEN 0 AND length(fragments) - 1 AND key = (SELECT max(key) FROM event WHERE key <= id / 32))",
  "postings without an event":
    "SELECT count(*) FROM fts_docsize WHERE id / 32 NOT BETWEEN 1 AND (SELECT max(key) + 1000 FROM event)",
};

/** Names the faults of an index file, SQLite's own checks included; none in a good one. Cost: the whole file. */
export function faultsInTables(file: string): string[] {
  const database = new Database(file, { readonly: true });
  try {
    const found = Object.entries(FAULTS).flatMap(([name, sql]) => {
      const count = Number(database.prepare(sql).pluck().get());
      return count === 0 ? [] : [`${count} ${name}`];
    });
    const integrity = database.pragma("integrity_check", { simple: true });
    return integrity === "ok" ? found : [...found, String(integrity)];
  } finally {
    database.close();
  }
}
