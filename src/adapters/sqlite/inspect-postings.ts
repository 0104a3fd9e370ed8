import type { EventKey } from "../../ports/event-record.ts";
import type { HeldPostings, TokenDigest } from "../../ports/held-postings.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { HOLDS_OWN_CALL, ROWS_PER_KEY, TAKES_SEVERAL_KEYS } from "./event-codes.ts";
import { keysFor } from "./event-keys.ts";
import type { FragmentClasses } from "./fragment-classes.ts";

const NO_FRAGMENT = " ";
/** FTS5's own record of how many rows and tokens it holds. */
const AVERAGES = "SELECT block FROM fts_data WHERE id = 1";
const CONTRADICTIONS = [
  "SELECT 1 FROM event WHERE source NOT IN (SELECT key FROM source) LIMIT 1",
  "SELECT 1 FROM key_range WHERE source NOT IN (SELECT key FROM source) LIMIT 1",
  "SELECT 1 FROM relation WHERE source IS NOT (SELECT source FROM event WHERE key = relation.event) LIMIT 1",
  "SELECT 1 FROM key_range WHERE last >= (SELECT value FROM meta WHERE name = 'next_event') LIMIT 1",
  "SELECT 1 FROM source WHERE key >= (SELECT value FROM meta WHERE name = 'next_source') LIMIT 1",
];

/**
 * Reads every posting through FTS5's own vocabulary table, and whatever in the index repeats something else. Call inside a read
 * transaction. Cost: every token held (about 650 a millisecond), every event, and SQLite's integrity check; it blocks as long.
 */
export function inspectPostings(connection: Connection, classes: FragmentClasses, digest: TokenDigest): HeldPostings {
  const rows = new HeldRows(connection, digest);
  const events = inspectEvents(connection, classes, rows);
  const isSound =
    connection.pluck("PRAGMA integrity_check(1)").get() === "ok" &&
    CONTRADICTIONS.every((contradiction) => connection.pluck(contradiction).get() === undefined);
  return {
    isSound: isSound && rows.isSound && events.isSound,
    strays: rows.digests.size - events.fragments,
    digestOf: (event, ordinal) => rows.digests.get(event * ROWS_PER_KEY + ordinal),
  };
}

/** Digest and length of every row of the postings. */
class HeldRows {
  readonly digests = new Map<number, number>();
  readonly isSound: boolean;

  constructor(connection: Connection, digest: TokenDigest) {
    const lengths = new Map<number, number>();
    let isSound = true;
    let tokens = 0;
    for (const [rowid, size] of connection.statement("SELECT id, sz FROM fts_docsize").iterate() as Iterable<
      [number, Uint8Array]
    >) {
      this.digests.set(rowid, 0);
      const length = readNumbers(size)[0] ?? -1;
      lengths.set(rowid, length);
      tokens += length;
    }
    connection.command("CREATE VIRTUAL TABLE IF NOT EXISTS temp.held USING fts5vocab('main', 'fts', 'instance')").run();
    const instances = connection.statement("SELECT term, doc, offset FROM temp.held").iterate();
    for (const [token, rowid, position] of instances as Iterable<[string, number, number]>) {
      const sum = this.digests.get(rowid);
      if (sum === undefined) isSound = false;
      else this.digests.set(rowid, sum + digest(token, position));
      lengths.set(rowid, (lengths.get(rowid) ?? 0) - 1);
    }
    for (const left of lengths.values()) if (left !== 0) isSound = false;
    const averages = connection.pluck(AVERAGES).get() as Uint8Array | undefined;
    const [heldRows = 0, heldTokens = 0] = averages === undefined ? [] : readNumbers(averages);
    this.isSound = isSound && heldRows === this.digests.size && heldTokens === tokens;
  }
}

/** Counts the rows that events have in the postings, and sees whether events, their flags and the runs of keys agree. */
function inspectEvents(
  connection: Connection,
  classes: FragmentClasses,
  { digests }: HeldRows,
): { readonly isSound: boolean; readonly fragments: number } {
  const ownCalls = new Set(classes.codesOf((fragment) => fragment.isOwnCall === true));
  const ranges = connection.statement("SELECT first, last, source FROM key_range ORDER BY first").all() as [
    EventKey,
    EventKey,
    SourceKey,
  ][];
  let isSound = ranges.every(([first, last], at) => first <= last && first > (ranges[at - 1]?.[1] ?? 0));
  let fragments = 0;
  let range = 0;
  let free = 0;
  const events = connection.statement("SELECT key, source, traits, fragments FROM event ORDER BY key").iterate();
  for (const [key, source, traits, encoded] of events as Iterable<[EventKey, SourceKey, number, string]>) {
    const codes = Array.from(encoded);
    for (const [ordinal, code] of codes.entries()) {
      if (code !== NO_FRAGMENT && digests.has(key * ROWS_PER_KEY + ordinal)) fragments++;
    }
    const last = key + keysFor(codes.length) - 1;
    while ((ranges[range]?.[1] ?? Infinity) < key) range++;
    const [start = Infinity, end = 0, owner] = ranges[range] ?? [];
    if (key < free || key < start || last > end || owner !== source) isSound = false;
    free = last + 1;
    if (((traits & HOLDS_OWN_CALL) !== 0) !== codes.some((code) => ownCalls.has(code))) isSound = false;
    if (((traits & TAKES_SEVERAL_KEYS) !== 0) !== codes.length > ROWS_PER_KEY) isSound = false;
  }
  return { isSound, fragments };
}

/** SQLite's variable-length integers: seven bits a byte, the highest first; the ninth byte counts whole. */
function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let taken = 0;
  for (const byte of bytes) {
    taken++;
    value = taken === 9 ? value * 256 + byte : value * 128 + (byte & 127);
    if (byte >= 128 && taken < 9) continue;
    numbers.push(value);
    value = 0;
    taken = 0;
  }
  return numbers;
}
