import Database from "better-sqlite3";
import type { SqliteDriver, SqliteStatement } from "../../src/adapters/sqlite/sqlite-driver.ts";

/** Statements that were executed. */
export interface StatementCount {
  statements: number;
}

/** better-sqlite3 with every execution of a statement counted. */
export function countStatements(count: StatementCount): SqliteDriver {
  return class extends Database {
    override prepare = (sql: string): never => {
      const statement = super.prepare(sql) as unknown as SqliteStatement;
      for (const method of ["run", "get", "all", "iterate"] as const) {
        const execute = statement[method].bind(statement) as (...parameters: unknown[]) => never;
        statement[method] = (...parameters: unknown[]): never => {
          count.statements++;
          return execute(...parameters);
        };
      }
      return statement as never;
    };
  };
}
