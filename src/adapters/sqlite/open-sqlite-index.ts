import type { Diagnostics } from "../../ports/diagnostics.ts";
import type { EventStore } from "../../ports/event-store.ts";
import type { SearchEngine } from "../../ports/search-engine.ts";
import { deleteIdleIndexes } from "./delete-idle-indexes.ts";
import { FragmentClasses } from "./fragment-classes.ts";
import { KeyLayouts } from "./key-layout.ts";
import { openConnection } from "./open-connection.ts";
import type { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteEventStore } from "./sqlite-event-store.ts";
import { SqliteSearchEngine } from "./sqlite-search-engine.ts";

const SILENT: Diagnostics = { warn: () => {}, error: () => {} };

/** All ports over one database. */
export interface SqliteIndex {
  readonly store: EventStore;
  readonly engine: SearchEngine;
  /** Trigrams of what people and models said. */
  readonly discovery: SearchEngine;
}

/**
 * Opens the index in one SQLite file, creating it and its folder where they are missing. `version`: of whatever decides what is indexed
 * (projector, analyzer, Unicode); an index of another version under this name is begun anew, one under another name is left alone and
 * deleted once it has been idle for 30 days. The index is disposable: the session files are the truth.
 * Errors: `IndexUnavailable`, also for every use after `store.close()`.
 */
export function openSqliteIndex(options: {
  readonly Database: SqliteDriver;
  /** Absolute path; a name from `indexFileName` lets an unreadable file be replaced. */
  readonly file: string;
  readonly version: string;
  /** Where failures go that change no answer. Default nowhere. */
  readonly diagnostics?: Diagnostics;
}): SqliteIndex {
  const { Database, file, diagnostics = SILENT } = options;
  const connection = openConnection(Database, file, options.version);
  deleteIdleIndexes(Database, file, Date.now(), diagnostics);
  const classes = new FragmentClasses(connection);
  const layouts = new KeyLayouts(connection, classes);
  const store = new SqliteEventStore(connection, classes, options.version);
  const engine = new SqliteSearchEngine({ connection, table: "fts", classes, layouts });
  const discovery = new SqliteSearchEngine({ connection, table: "discovery", classes, layouts });
  return { store, engine, discovery };
}
