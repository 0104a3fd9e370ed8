import type { FilterConditions } from "./compile-filter.ts";
import type { Connection } from "./connection.ts";
import { ROWS_PER_KEY } from "./event-codes.ts";
import { IN_BOUNDS, type RowBounds } from "./matching-rowids.ts";
import type { PostingsTable } from "./schema.ts";

export interface RowSelection {
  /** An FTS5 expression, or row ids in ascending order. */
  readonly matched: string | readonly number[];
  /** True for FTS5's `bm25()`, which is lower for better; only with an expression. */
  readonly score: boolean;
  readonly bounds: RowBounds;
  readonly conditions: FilterConditions;
  /** Some event takes several keys. */
  readonly hasFurtherKeys: boolean;
}

/** `states`: as stored, where the conditions leave them to the caller; else undefined. */
export type SelectedRow = readonly [rowid: number, score: number, states: number];

/** Shift that makes an event key of a row id. */
const SHIFT = Math.log2(ROWS_PER_KEY);

/**
 * Matching rows that meet the conditions, in ascending order of row ids. The whole result is read at once: the driver allows no write
 * while a statement is being stepped through. FTS5 stays the outer loop; the event joins by its primary key, where it is asked for.
 */
export function selectRows(connection: Connection, table: PostingsTable, selection: RowSelection): SelectedRow[] {
  const { matched, score, bounds, conditions, hasFurtherKeys } = selection;
  const needsStates = conditions.acceptsStates !== undefined;
  const needsEvent = needsStates || conditions.sql.length > 0;
  const isExpression = typeof matched === "string";
  const columns = `postings.rowid, ${score ? `bm25(${table})` : "0"}${needsStates ? ", event.states" : ""}`;
  const key = `postings.rowid >> ${SHIFT}`;
  const held = hasFurtherKeys ? `(SELECT max(held.key) FROM event held WHERE held.key <= ${key})` : key;
  const where = [...(isExpression ? [`${table} MATCH ? AND ${IN_BOUNDS}`] : []), ...conditions.sql];
  const sql = [
    isExpression ? "" : "WITH postings (rowid) AS (SELECT value FROM json_each(?))",
    `SELECT ${columns} FROM ${isExpression ? `${table} AS postings` : "postings"}`,
    needsEvent ? `CROSS JOIN event ON event.key = ${held}` : "",
    where.length > 0 ? `WHERE ${where.join(" AND ")}` : "",
    "ORDER BY postings.rowid",
  ];
  const first = isExpression ? [matched, bounds.low, bounds.high] : [JSON.stringify(matched)];
  return connection.statement(sql.join(" ")).all(...first, ...conditions.parameters) as SelectedRow[];
}
