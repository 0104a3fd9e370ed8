import { RecallError } from "../../domain/model/errors.ts";
import { trigrams } from "../../domain/text/trigrams.ts";
import type { DiscoveryMark, DiscoveryStep } from "../../ports/discovery-record.ts";
import type { EventKey } from "../../ports/event-record.ts";
import type { EngineFragment } from "../../ports/search-engine.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { ROWS_PER_KEY } from "./event-codes.ts";
import { EVENT_COLUMNS, type EventRow } from "./event-rows.ts";
import type { KeyRange } from "./event-keys.ts";

/** Runs of keys of a file that end behind its mark; the last of them may hold no event there, only further keys of one that was taken. */
const RUNS_BEHIND = "SELECT max(first, ? + 1), last FROM key_range WHERE source = ? AND last > ? ORDER BY first";

const UNDISCOVERED =
  "SELECT key, discovered FROM source WHERE standing = 0 AND EXISTS (SELECT 1 FROM key_range run CROSS JOIN event " +
  "ON event.key BETWEEN max(run.first, source.discovered + 1) AND run.last WHERE run.source = source.key AND run.last > source.discovered)";

/** Files with events behind their marks. Call inside a transaction. Cost: a look-up or two per file. */
export function undiscoveredSources(connection: Connection): DiscoveryMark[] {
  const rows = connection.statement(UNDISCOVERED).all() as [SourceKey, EventKey][];
  return rows.map(([source, through]) => ({ source, through }));
}

/** The next events behind a mark, in order of keys. Call inside a transaction. */
export function rowsBehind(connection: Connection, { source, through }: DiscoveryMark, limit: number): EventRow[] {
  const select = connection.statement(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?`,
  );
  const rows: EventRow[] = [];
  for (const [first, last] of connection.statement(RUNS_BEHIND).all(through, source, through) as KeyRange[]) {
    if (rows.length >= limit) break;
    for (const row of select.all(first, last, limit - rows.length)) rows.push(row as EventRow);
  }
  return rows;
}

/**
 * Adds trigrams and moves marks. Call inside a write transaction, with nothing else: between inserts FTS5 must see only statements that
 * open no savepoint. Errors: `Conflict`.
 */
export function addDiscovered(connection: Connection, steps: readonly DiscoveryStep[]): void {
  const mark = connection.pluck("SELECT discovered FROM source WHERE key = ? AND standing = 0");
  for (const { from } of steps) {
    if (mark.get(from.source) === from.through) continue;
    throw new RecallError("Conflict", "Another process has taken this part of the discovery index meanwhile.");
  }
  const held = connection.pluck("SELECT 1 FROM event WHERE key = ?");
  const insert = connection.command("INSERT INTO discovery (rowid, text) VALUES (?, ?)");
  for (const { event, ordinal, text } of inKeyOrder(steps)) {
    if (held.get(event) === undefined) continue;
    insert.run(event * ROWS_PER_KEY + ordinal, trigrams(text).join(" "));
  }
  const move = connection.command("UPDATE source SET discovered = ? WHERE key = ?");
  for (const { from, through } of steps) move.run(through, from.source);
}

/** FTS5 writes a segment whenever a row id is lower than the one before. */
function inKeyOrder(steps: readonly DiscoveryStep[]): EngineFragment[] {
  return steps
    .flatMap(({ fragments }) => fragments)
    .toSorted((one, other) => one.event - other.event || one.ordinal - other.ordinal);
}
