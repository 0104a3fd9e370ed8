import { RecallError } from "../../domain/model/errors.ts";
import type { SourceChange } from "../../ports/event-store.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { type KeyRange, takeKeyRanges } from "./event-keys.ts";
import { restoreSource, storeSource } from "./stored-source.ts";
import { storeText } from "./stored-text.ts";

/** The row of a file that answers, its hidden generation, and rows that wait to be swept. */
const ANSWERS = 0;
const HIDDEN = 1;
const RETIRED = 2;

/** The comparison is for SQLite: it uses an index of some rows only where a statement repeats the index's own condition. */
const BY_PATH = "path = ? AND standing = ? AND standing < 2";

/** Errors: `Conflict` when the row that answers is not the one that the change was computed from. */
export function requireBasis(connection: Connection, { source, basis }: SourceChange): void {
  if (basis === undefined) return;
  const row = connection.pluck(`SELECT record FROM source WHERE ${BY_PATH}`).get(storeText(source.path), ANSWERS) as
    | string
    | undefined;
  const held = row === undefined ? undefined : restoreSource(row);
  if ((held?.offset ?? 0) !== basis.offset || (held?.boundaryHash ?? "") !== basis.boundaryHash) throw conflict();
}

/** Puts a file's row in place and answers with its key: the row that answers, or the hidden generation that the change names. */
export function placeSource(connection: Connection, { source, generation, replace }: SourceChange): SourceKey {
  const path = storeText(source.path);
  const standing = generation === undefined ? ANSWERS : HIDDEN;
  const endsHidden = generation === undefined ? source.state !== "pending" : replace;
  if (endsHidden) retire(connection, path, HIDDEN);
  const known = connection.statement(`SELECT key, generation FROM source WHERE ${BY_PATH}`).get(path, standing) as
    | [SourceKey, string | null]
    | undefined;
  if (generation !== undefined && !replace && known?.[1] !== generation) throw conflict();
  const record = storeSource(source);
  if (known) {
    connection.command("UPDATE source SET record = ? WHERE key = ?").run(record, known[0]);
    return known[0];
  }
  const key = connection.pluck("SELECT value FROM meta WHERE name = 'next_source'").get() as SourceKey;
  connection.command("UPDATE meta SET value = ? WHERE name = 'next_source'").run(key + 1);
  connection
    .command("INSERT INTO source (key, path, standing, generation, record) VALUES (?, ?, ?, ?, ?)")
    .run(key, path, standing, generation ?? null, record);
  return key;
}

/** Lets a hidden generation answer; the rows that did wait to be swept. Errors: `Conflict` when it is not there any more. */
export function promoteSource(connection: Connection, path: string, generation: string): void {
  const stored = storeText(path);
  const hidden = connection
    .pluck(`SELECT key FROM source WHERE ${BY_PATH} AND generation = ?`)
    .get(stored, HIDDEN, generation) as SourceKey | undefined;
  if (hidden === undefined) throw conflict();
  retire(connection, stored, ANSWERS);
  connection.command("UPDATE source SET standing = ?, generation = NULL WHERE key = ?").run(ANSWERS, hidden);
}

/** Answers with the keys whose rows are still to be deleted. A hidden generation waits to be swept. */
export function removeSource(connection: Connection, path: string): KeyRange[] {
  const stored = storeText(path);
  retire(connection, stored, HIDDEN);
  const key = connection.pluck(`SELECT key FROM source WHERE ${BY_PATH}`).get(stored, ANSWERS) as SourceKey | undefined;
  if (key === undefined) return [];
  connection.command("DELETE FROM source WHERE key = ?").run(key);
  return takeKeyRanges(connection, key);
}

/** The file whose rows wait longest to be swept. */
export function retiredSource(connection: Connection): SourceKey | undefined {
  return connection.pluck(`SELECT key FROM source WHERE standing = ${RETIRED} ORDER BY key LIMIT 1`).get() as
    | SourceKey
    | undefined;
}

/** True while a generation is hidden, or rows wait to be swept. Cost: a look through the paths of all files. */
export function holdsHidden(connection: Connection): boolean {
  const hidden = `SELECT 1 FROM source WHERE standing = ${HIDDEN} AND standing < 2 LIMIT 1`;
  return connection.pluck(hidden).get() !== undefined || retiredSource(connection) !== undefined;
}

function retire(connection: Connection, path: string, standing: number): void {
  connection.command(`UPDATE source SET standing = ?, generation = NULL WHERE ${BY_PATH}`).run(RETIRED, path, standing);
}

function conflict(): RecallError {
  return new RecallError("Conflict", "Another process has brought this part of the index up to date meanwhile.");
}
