import type { QueryTree } from "../../ports/query-tree.ts";
import { compileQuery } from "./compile-query.ts";
import type { Connection } from "./connection.ts";

/** Lowest and highest row id that count. */
export interface RowBounds {
  readonly low: number;
  readonly high: number;
}

/** Restricts `fts` to bounds given as two parameters. The cast keeps them integers, which FTS5 needs to seek. */
export const IN_BOUNDS = "fts.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";

/**
 * Row ids that satisfy a tree too deep for FTS5's parser, in ascending order: its parts are asked one by one and combined here.
 * Cost: the matches of every part.
 */
export function matchingRowids(connection: Connection, tree: QueryTree, bounds: RowBounds): number[] {
  const expression = compileQuery(tree);
  if (expression !== undefined) {
    const sql = `SELECT rowid FROM fts WHERE fts MATCH ? AND ${IN_BOUNDS} ORDER BY rowid`;
    return connection.pluck(sql).all(expression, bounds.low, bounds.high) as number[];
  }
  if (tree.type === "and" || tree.type === "or") {
    const parts = tree.of.map((part) => new Set(matchingRowids(connection, part, bounds)));
    return ascending(parts.reduce((sum, part) => (tree.type === "and" ? sum.intersection(part) : sum.union(part))));
  }
  if (tree.type === "not") {
    const except = new Set(matchingRowids(connection, tree.except, bounds));
    return matchingRowids(connection, tree.of, bounds).filter((rowid) => !except.has(rowid));
  }
  return [];
}

function ascending(rowids: ReadonlySet<number>): number[] {
  return [...rowids].toSorted((one, other) => one - other);
}
