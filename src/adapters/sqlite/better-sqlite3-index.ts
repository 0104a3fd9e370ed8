import Database from "better-sqlite3";
import type { Diagnostics } from "../../ports/diagnostics.ts";
import { openSqliteIndex, type SqliteIndex } from "./open-sqlite-index.ts";

// The package itself loads its native library only with the first database: a missing or foreign one is for whoever imports this module.
new Database(":memory:").close();

/** `openSqliteIndex` over better-sqlite3. Importing this module loads the native library. */
export function openBetterSqlite3Index(options: {
  readonly file: string;
  readonly version: string;
  readonly diagnostics?: Diagnostics;
}): SqliteIndex {
  return openSqliteIndex({ ...options, Database });
}
