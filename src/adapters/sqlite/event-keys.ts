import type { EventKey } from "../../ports/event-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { ROWS_PER_KEY } from "./event-codes.ts";
import { POSTINGS, type PostingsTable } from "./schema.ts";

/** A run of event keys, both ends included, that all went to one file. */
export type KeyRange = readonly [first: EventKey, last: EventKey];

/**
 * Gives out keys inside one write transaction, so that two processes never give the same. Keys are never reused. The runs of keys per
 * file are kept in `key_range`: a search tests files by them, and a file's rows are deleted by them.
 */
export class EventKeys {
  readonly #connection: Connection;
  #next: EventKey;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#next = connection.pluck("SELECT value FROM meta WHERE name = 'next_event'").get() as EventKey;
  }

  /** The first of as many consecutive keys as the fragments need: one per 32. */
  take(slots: number): EventKey {
    const key = this.#next;
    this.#next += keysFor(slots);
    return key;
  }

  get next(): EventKey {
    return this.#next;
  }

  /** Notes that the keys from `first` on went to this file, and stores the next key. */
  settle(source: SourceKey, first: EventKey): void {
    if (first === this.#next) return;
    const last = this.#next - 1;
    const joined = this.#connection.command("UPDATE key_range SET last = ? WHERE first = ?");
    const before = this.#connection
      .statement("SELECT first, last, source FROM key_range ORDER BY first DESC LIMIT 1")
      .get() as [EventKey, EventKey, SourceKey] | undefined;
    if (before && before[1] === first - 1 && before[2] === source) joined.run(last, before[0]);
    else
      this.#connection.command("INSERT INTO key_range (first, last, source) VALUES (?, ?, ?)").run(first, last, source);
    this.#connection.command("UPDATE meta SET value = ? WHERE name = 'next_event'").run(this.#next);
  }
}

/** Keys that an event takes whose highest ordinal is `slots` - 1. */
export function keysFor(slots: number): number {
  return Math.max(1, Math.ceil(slots / ROWS_PER_KEY));
}

/** The runs of keys of a file, which go with it. */
export function takeKeyRanges(connection: Connection, source: SourceKey): KeyRange[] {
  const ranges = connection.statement("SELECT first, last FROM key_range WHERE source = ?").all(source) as KeyRange[];
  if (ranges.length > 0) connection.command("DELETE FROM key_range WHERE source = ?").run(source);
  return ranges;
}

/**
 * Deletes the events of these runs of keys, their edges and their postings. In ascending order, because FTS5 writes a segment
 * whenever a row id is lower than the one before.
 */
export function deleteKeys(connection: Connection, ranges: readonly KeyRange[]): void {
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    for (const table of POSTINGS) deletePostings(connection, table, first, last);
    connection.command("DELETE FROM relation WHERE event BETWEEN ? AND ?").run(first, last);
    connection.command("DELETE FROM event WHERE key BETWEEN ? AND ?").run(first, last);
  }
}

/**
 * Deletes what a table holds of the events of a run of keys, one row id at a time: a statement that can delete several rows opens a
 * savepoint, and then FTS5 writes a segment for each statement. Which rows it holds is FTS5's own record: the discovery index has only
 * some fragments, often none.
 */
export function deletePostings(connection: Connection, table: PostingsTable, first: EventKey, last: EventKey): void {
  const lastEvent = "SELECT key, length(fragments) FROM event WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1";
  const [key, slots] = (connection.statement(lastEvent).get(first, last) ?? []) as [EventKey?, number?];
  if (key === undefined || slots === undefined) return;
  const held = connection.pluck(`SELECT id FROM ${table}_docsize WHERE id BETWEEN ? AND ?`);
  const remove = connection.command(`DELETE FROM ${table} WHERE rowid = ?`);
  for (const rowid of held.all(first * ROWS_PER_KEY, key * ROWS_PER_KEY + slots - 1)) remove.run(rowid);
}
