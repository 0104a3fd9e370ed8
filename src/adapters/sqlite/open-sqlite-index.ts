import type { EventStore } from "../../ports/event-store.ts";
import type { SearchEngine } from "../../ports/search-engine.ts";
import { FragmentClasses } from "./fragment-classes.ts";
import { KeyLayouts } from "./key-layout.ts";
import { openConnection } from "./open-connection.ts";
import type { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteEventStore } from "./sqlite-event-store.ts";
import { SqliteSearchEngine } from "./sqlite-search-engine.ts";

/** Both ports over one database. */
export interface SqliteIndex {
  readonly store: EventStore;
  readonly engine: SearchEngine;
}

/**
 * Opens the index in one SQLite file, creating it and its folder where they are missing. `version`: of whatever decides what is indexed
 * (projector, analyzer, Unicode); an index of another version is begun anew. The index is disposable: the session files are the truth.
 * Errors: `IndexUnavailable`, also for every use after `store.close()`.
 */
export function openSqliteIndex(options: {
  readonly Database: SqliteDriver;
  /** Absolute path; a name from `indexFileName` lets an unreadable file be replaced. */
  readonly file: string;
  readonly version: string;
}): SqliteIndex {
  const connection = openConnection(options.Database, options.file, options.version);
  const classes = new FragmentClasses(connection);
  const layouts = new KeyLayouts(connection, classes);
  const store = new SqliteEventStore(connection, classes, options.version);
  const engine = new SqliteSearchEngine({ connection, classes, layouts });
  return { store, engine };
}
