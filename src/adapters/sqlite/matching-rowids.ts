import type { QueryTree } from "../../ports/query-tree.ts";
import { compileQuery } from "./compile-query.ts";
import type { Connection } from "./connection.ts";
import type { PostingsTable } from "./schema.ts";

/** Lowest and highest row id that count. */
export interface RowBounds {
  readonly low: number;
  readonly high: number;
}

/** Restricts `postings` to bounds given as two parameters. The cast keeps them integers, which FTS5 needs to seek. */
export const IN_BOUNDS = "postings.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";

/**
 * Row ids that satisfy a tree too deep for FTS5's parser, in ascending order: its parts are asked one by one and combined here.
 * Cost: the matches of every part.
 */
export function matchingRowids(
  connection: Connection,
  table: PostingsTable,
  tree: QueryTree,
  bounds: RowBounds,
): number[] {
  const expression = compileQuery(tree);
  if (expression !== undefined) {
    const sql = `SELECT rowid FROM ${table} AS postings WHERE ${table} MATCH ? AND ${IN_BOUNDS} ORDER BY rowid`;
    return connection.pluck(sql).all(expression, bounds.low, bounds.high) as number[];
  }
  if (tree.type === "and" || tree.type === "or") {
    const parts = tree.of.map((part) => new Set(matchingRowids(connection, table, part, bounds)));
    return ascending(parts.reduce((sum, part) => (tree.type === "and" ? sum.intersection(part) : sum.union(part))));
  }
  if (tree.type === "not") {
    const except = new Set(matchingRowids(connection, table, tree.except, bounds));
    return matchingRowids(connection, table, tree.of, bounds).filter((rowid) => !except.has(rowid));
  }
  return [];
}

function ascending(rowids: ReadonlySet<number>): number[] {
  return [...rowids].toSorted((one, other) => one - other);
}
