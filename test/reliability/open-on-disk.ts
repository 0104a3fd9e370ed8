import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { openHistory } from "../../src/container.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import type { EventStore } from "../../src/ports/event-store.ts";

/** A history and the store below it, so that a test can look at rows. */
export interface OpenedIndex {
  readonly history: History;
  readonly store: EventStore;
}

/** Opens a history over one folder of sessions. Without `index` it lives in memory. `stagedBytes`: see `OpenHistoryOptions`. */
export async function openOnDisk(options: {
  readonly sessions: string;
  readonly index?: string;
  readonly stagedBytes?: number;
}): Promise<OpenedIndex> {
  const { sessions, index = ":memory:", stagedBytes = 16 * 1024 * 1024 } = options;
  let store: EventStore | undefined;
  const engine = (analyzer: { readonly version: string }) => {
    const opened = openBetterSqlite3Index({ file: index, version: analyzer.version });
    store = opened.store;
    return opened;
  };
  const { history } = await openHistory({ sessions: [sessions], engine, stagedBytes, log: false });
  if (store === undefined) throw new Error("The index was not opened.");
  return { history, store };
}
