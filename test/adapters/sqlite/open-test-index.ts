import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openSqliteIndex, type SqliteIndex } from "../../../src/adapters/sqlite/open-sqlite-index.ts";
import type { FilterRecord } from "../../../src/ports/filter-record.ts";
import type { QueryTree } from "../../../src/ports/query-tree.ts";
import type { FragmentMatch } from "../../../src/ports/search-engine.ts";

export const VERSION = "test-1";

/** A folder of its own, gone when the test ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-index-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real index in a file of its own, closed when the test ends, and a second connection that looks at its tables. */
export function openTestIndex(file = join(freshFolder(), "index.sqlite")): SqliteIndex & {
  file: string;
  query: (sql: string, ...parameters: unknown[]) => unknown[];
} {
  const index = openSqliteIndex({ Database, file, version: VERSION });
  onTestFinished(() => index.store.close());
  const query = (sql: string, ...parameters: unknown[]): unknown[] => {
    const database = new Database(file, { readonly: true });
    try {
      const statement = database.prepare(sql);
      return (statement.columns().length === 1 ? statement.pluck() : statement.raw()).all(...parameters);
    } finally {
      database.close();
    }
  };
  return { ...index, file, query };
}

export async function matchAll(
  { store, engine }: SqliteIndex,
  tree: QueryTree,
  filter: FilterRecord,
  options: { relevance?: boolean } = {},
): Promise<FragmentMatch[]> {
  const matches: FragmentMatch[] = [];
  for await (const batch of engine.match(tree, await store.eligible(filter), options)) matches.push(...batch);
  return matches;
}

/** A filter that leaves nothing out but own calls. */
export async function everySource({ store }: SqliteIndex): Promise<FilterRecord> {
  return { sources: new Set((await store.sources()).map((source) => source.key)) };
}

/** One word as a query. */
export function term(token: string): QueryTree {
  return { type: "term", token };
}
