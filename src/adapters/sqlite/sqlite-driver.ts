/** The slice of a better-sqlite3 statement that this adapter uses. */
export interface SqliteStatement {
  run(...parameters: unknown[]): unknown;
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  /** Row by row. The database takes no other statement meanwhile that writes. */
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  /** Rows as arrays in column order. */
  raw(): SqliteStatement;
  /** Rows as their first column. */
  pluck(): SqliteStatement;
}

/** The slice of a better-sqlite3 database that this adapter uses. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  close(): unknown;
  readonly inTransaction: boolean;
}

/** The driver: better-sqlite3's `Database` fits as it is. `timeout`: milliseconds to wait for a lock. */
export type SqliteDriver = new (
  file: string,
  options?: { timeout?: number; fileMustExist?: boolean },
) => SqliteDatabase;
