import { leavesOf } from "../../domain/query/query-leaves.ts";
import { roundRelevance } from "../../domain/ranking/relevance.ts";
import type { FilterRecord } from "../../ports/filter-record.ts";
import type { QueryTree } from "../../ports/query-tree.ts";
import type { FragmentMatch } from "../../ports/search-engine.ts";
import { compileFilter } from "./compile-filter.ts";
import { compileLeaf, compileQuery } from "./compile-query.ts";
import type { Connection } from "./connection.ts";
import type { FragmentClasses } from "./fragment-classes.ts";
import type { KeyLayouts } from "./key-layout.ts";
import { IN_BOUNDS, matchingRowids } from "./matching-rowids.ts";
import { RowFilter } from "./row-filter.ts";
import type { PostingsTable } from "./schema.ts";
import { selectRows } from "./select-rows.ts";

/** What a search works on. */
export interface SearchedIndex {
  readonly connection: Connection;
  readonly table: PostingsTable;
  readonly classes: FragmentClasses;
  readonly layouts: KeyLayouts;
}

/**
 * Every eligible fragment that satisfies the tree, in ascending order of row ids. FTS5 computes the relevance where its `bm25()` is the
 * domain's (one leaf, or an AND of distinct leaves); elsewhere one statement per leaf adds up. Call inside a transaction.
 */
export function matchQuery(
  index: SearchedIndex,
  query: QueryTree,
  filter: FilterRecord,
  relevance: boolean,
): FragmentMatch[] {
  const { connection, table, classes } = index;
  const layout = index.layouts.current();
  const conditions = compileFilter(filter, classes);
  const rowFilter = new RowFilter(connection, layout, filter, conditions);
  if (rowFilter.low > rowFilter.high) return [];
  const isDirect = isSumOfItsLeaves(query);
  const expression = compileQuery(query);
  const rows = selectRows(connection, table, {
    matched: expression ?? matchingRowids(connection, table, query, rowFilter),
    score: relevance && isDirect && expression !== undefined,
    bounds: rowFilter,
    conditions,
    hasFurtherKeys: layout.furtherKeys.size > 0,
  });
  const matches: { -readonly [Field in keyof FragmentMatch]: FragmentMatch[Field] }[] = [];
  const rowids: number[] = [];
  const needsLeaves = relevance && !isDirect;
  for (const [rowid, score, states] of rows) {
    const accepted = rowFilter.accept(rowid, states);
    if (!accepted) continue;
    matches.push({ event: accepted.event, ordinal: accepted.ordinal, relevance: roundRelevance(0 - score) });
    if (needsLeaves) rowids.push(rowid);
  }
  if (needsLeaves) {
    const sums = sumLeaves(index, query, rowids);
    for (const [at, match] of matches.entries()) match.relevance = roundRelevance(sums[at] as number);
  }
  return matches;
}

function isSumOfItsLeaves(query: QueryTree): boolean {
  if (query.type === "and") {
    return query.of.every(isLeaf) && leavesOf(query).length === query.of.length;
  }
  return isLeaf(query);
}

function isLeaf({ type }: QueryTree): boolean {
  return type === "term" || type === "phrase" || type === "prefix" || type === "nothing";
}

/** The relevance of these rows, given in ascending order: what each leaf has there, added in query order. Unrounded. */
function sumLeaves({ connection, table }: SearchedIndex, query: QueryTree, rowids: readonly number[]): Float64Array {
  const sums = new Float64Array(rowids.length);
  const scores = connection.statement(
    `SELECT rowid, bm25(${table}) FROM ${table} AS postings WHERE ${table} MATCH ? AND ${IN_BOUNDS} ORDER BY rowid`,
  );
  for (const leaf of leavesOf(query)) {
    let at = 0;
    for (const [rowid, score] of scores.all(compileLeaf(leaf), rowids[0], rowids.at(-1)) as [number, number][]) {
      while ((rowids[at] ?? Infinity) < rowid) at++;
      if (rowids[at] === rowid) sums[at] = (sums[at] as number) - score;
    }
  }
  return sums;
}
