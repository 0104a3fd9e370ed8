import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import type { EventKey } from "../../ports/event-record.ts";
import type { HeldPostings, SliceOptions, TokenDigest } from "../../ports/held-postings.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { HOLDS_OWN_CALL, ROWS_PER_KEY, TAKES_SEVERAL_KEYS } from "./event-codes.ts";
import { keysFor } from "./event-keys.ts";
import { FragmentClasses } from "./fragment-classes.ts";
import type { PostingsTable } from "./schema.ts";

const NO_FRAGMENT = " ";
const CONTRADICTIONS = [
  "SELECT 1 FROM event WHERE source NOT IN (SELECT key FROM source) LIMIT 1",
  "SELECT 1 FROM key_range WHERE source NOT IN (SELECT key FROM source) LIMIT 1",
  "SELECT 1 FROM relation WHERE source IS NOT (SELECT source FROM event WHERE key = relation.event) LIMIT 1",
  "SELECT 1 FROM key_range WHERE last >= (SELECT value FROM meta WHERE name = 'next_event') LIMIT 1",
  "SELECT 1 FROM source WHERE key >= (SELECT value FROM meta WHERE name = 'next_source') LIMIT 1",
];

/** Rows that are read without a pause: about 10 ms. */
const SLICE_ROWS = 10_000;

/**
 * Reads every posting through FTS5's own vocabulary table, and whatever in the index repeats something else. Call inside a read transaction
 * of a connection that nobody else uses. Cost: every token held (about 2,000 a millisecond) and every event, in slices, and SQLite's
 * integrity check in one piece (about 10 ms per MB of the index). Errors: `Cancelled`.
 */
export async function inspectPostings(
  connection: Connection,
  digest: TokenDigest,
  options: SliceOptions = {},
): Promise<HeldPostings> {
  const slices = new Slices(options);
  const rows = await readRows(connection, "fts", digest, slices);
  const discovered = await readRows(connection, "discovery", digest, slices);
  const events = await inspectEvents(connection, rows.digests, discovered.digests, slices);
  const marks = new Map(connection.statement("SELECT key, discovered FROM source").all() as [SourceKey, EventKey][]);
  let isSound = rows.isSound && discovered.isSound && events.isSound;
  for (const contradiction of CONTRADICTIONS) {
    await slices.pause();
    if (connection.pluck(contradiction).get() !== undefined) isSound = false;
  }
  await slices.pause();
  if (connection.pluck("PRAGMA integrity_check(1)").get() !== "ok") isSound = false;
  await slices.pause();
  return {
    isSound,
    strays: rows.digests.size - events.fragments,
    digestOf: (event, ordinal) => rows.digests.get(event * ROWS_PER_KEY + ordinal),
    discovery: {
      strays: discovered.digests.size - events.discovered,
      digestOf: (event, ordinal) => discovered.digests.get(event * ROWS_PER_KEY + ordinal),
      markOf: (source) => marks.get(source) ?? 0,
    },
  };
}

/** Where long reading pauses. */
class Slices {
  readonly #options: SliceOptions;
  #left = SLICE_ROWS;

  constructor(options: SliceOptions) {
    this.#options = options;
  }

  /** True where it is time for a pause. Call once per row: awaiting each of millions would cost more than reading them. */
  isDue(): boolean {
    return --this.#left <= 0;
  }

  /** Errors: `Cancelled`. */
  async pause(): Promise<void> {
    this.#left = SLICE_ROWS;
    throwIfCancelled(this.#options.signal);
    await this.#options.turn?.();
    throwIfCancelled(this.#options.signal);
  }
}

/** Digest of every row of a table of postings, and whether its length and FTS5's own sums agree. */
async function readRows(
  connection: Connection,
  table: PostingsTable,
  digest: TokenDigest,
  slices: Slices,
): Promise<{ readonly digests: ReadonlyMap<number, number>; readonly isSound: boolean }> {
  const digests = new Map<number, number>();
  const lengths = new Map<number, number>();
  let isSound = true;
  let tokens = 0;
  const sizes = connection.statement(`SELECT id, sz FROM ${table}_docsize`).iterate();
  for (const [rowid, size] of sizes as Iterable<[number, Uint8Array]>) {
    digests.set(rowid, 0);
    const length = readNumbers(size)[0] ?? -1;
    lengths.set(rowid, length);
    tokens += length;
    if (slices.isDue()) await slices.pause();
  }
  const vocabulary = `temp.held_${table}`;
  connection
    .command(`CREATE VIRTUAL TABLE IF NOT EXISTS ${vocabulary} USING fts5vocab('main', '${table}', 'instance')`)
    .run();
  const instances = connection.statement(`SELECT term, doc, offset FROM ${vocabulary}`).iterate();
  for (const [token, rowid, position] of instances as Iterable<[string, number, number]>) {
    const sum = digests.get(rowid);
    if (sum === undefined) isSound = false;
    else digests.set(rowid, sum + digest(token, position));
    lengths.set(rowid, (lengths.get(rowid) ?? 0) - 1);
    if (slices.isDue()) await slices.pause();
  }
  for (const left of lengths.values()) if (left !== 0) isSound = false;
  // FTS5's own record of how many rows and tokens it holds.
  const averages = connection.pluck(`SELECT block FROM ${table}_data WHERE id = 1`).get() as Uint8Array | undefined;
  const [heldRows = 0, heldTokens = 0] = averages === undefined ? [] : readNumbers(averages);
  return { digests, isSound: isSound && heldRows === digests.size && heldTokens === tokens };
}

/** Counts the rows that events have in the postings, and sees whether events, their flags and the runs of keys agree. */
async function inspectEvents(
  connection: Connection,
  digests: ReadonlyMap<number, number>,
  discoveryDigests: ReadonlyMap<number, number>,
  slices: Slices,
): Promise<{ readonly isSound: boolean; readonly fragments: number; readonly discovered: number }> {
  const ownCalls = new Set(new FragmentClasses(connection).codesOf((fragment) => fragment.isOwnCall === true));
  const ranges = connection.statement("SELECT first, last, source FROM key_range ORDER BY first").all() as [
    EventKey,
    EventKey,
    SourceKey,
  ][];
  let isSound = ranges.every(([first, last], at) => first <= last && first > (ranges[at - 1]?.[1] ?? 0));
  let fragments = 0;
  let discovered = 0;
  let range = 0;
  let free = 0;
  const events = connection.statement("SELECT key, source, traits, fragments FROM event ORDER BY key").iterate();
  for (const [key, source, traits, encoded] of events as Iterable<[EventKey, SourceKey, number, string]>) {
    const codes = Array.from(encoded);
    for (const [ordinal, code] of codes.entries()) {
      if (code === NO_FRAGMENT) continue;
      if (digests.has(key * ROWS_PER_KEY + ordinal)) fragments++;
      if (discoveryDigests.has(key * ROWS_PER_KEY + ordinal)) discovered++;
    }
    const last = key + keysFor(codes.length) - 1;
    while ((ranges[range]?.[1] ?? Infinity) < key) range++;
    const [start = Infinity, end = 0, owner] = ranges[range] ?? [];
    if (key < free || key < start || last > end || owner !== source) isSound = false;
    free = last + 1;
    if (((traits & HOLDS_OWN_CALL) !== 0) !== codes.some((code) => ownCalls.has(code))) isSound = false;
    if (((traits & TAKES_SEVERAL_KEYS) !== 0) !== codes.length > ROWS_PER_KEY) isSound = false;
    if (slices.isDue()) await slices.pause();
  }
  return { isSound, fragments, discovered };
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
