import { createGitWorkspaces } from "../../../../src/adapters/git/git-workspaces.ts";
import { silentDiagnostics } from "../../../../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../../../../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../../../../src/adapters/local/system-clock.ts";
import { openMiniSearchIndex } from "../../../../src/adapters/memory/minisearch-index.ts";
import { createSessionFiles } from "../../../../src/adapters/session-files/session-files.ts";
import { openBetterSqlite3Index } from "../../../../src/adapters/sqlite/better-sqlite3-index.ts";
import { createAnalyzer } from "../../../../src/domain/text/analyzer.ts";
import { createHistory } from "../../../../src/domain/use-cases/create-history.ts";
import type { History } from "../../../../src/domain/use-cases/history.ts";
import type { DiscoveryStep } from "../../../../src/ports/discovery-record.ts";
import type { EventStore, IndexChange } from "../../../../src/ports/event-store.ts";
import type { SearchEngine } from "../../../../src/ports/search-engine.ts";

/** What a test is told while the history works. Whatever it returns is awaited. */
export interface Observer {
  /** Lines of a file are about to be read. */
  readonly onLines?: (path: string) => unknown;
  /** Bytes of a file were read: how many. */
  readonly onBytes?: (path: string, bytes: number) => unknown;
  /** A single record was read. */
  readonly onRecord?: (path: string) => unknown;
  /** A change is about to be committed. */
  readonly onCommit?: (change: IndexChange) => unknown;
  /** Steps of discovery are about to be committed. */
  readonly onDiscover?: (steps: readonly DiscoveryStep[]) => unknown;
}

export interface ObservedHistory {
  readonly history: History;
  readonly store: EventStore;
  readonly discovery: SearchEngine;
}

export interface ObservedOptions {
  readonly engine?: "fts5" | "memory";
  /** Of `fts5`: its file. Default in memory. */
  readonly index?: string;
  readonly capacityBytes?: number;
}

/** A history, in memory by default, over real files, with a look at what it reads and commits. */
export function openObserved(
  sessions: string,
  observer: Observer = {},
  { engine = "fts5", index = ":memory:", capacityBytes }: ObservedOptions = {},
): ObservedHistory {
  const analyzer = createAnalyzer("test");
  const opened =
    engine === "fts5" ? openBetterSqlite3Index({ file: index, version: "test" }) : openMiniSearchIndex(analyzer);
  const { store, engine: search, discovery } = opened;
  if (discovery === undefined) throw new Error("The index has no discovery.");
  const discover = store.discover.bind(store);
  store.discover = async (steps) => {
    await observer.onDiscover?.(steps);
    await discover(steps);
  };
  const commit = store.commit.bind(store);
  store.commit = async (change) => {
    await observer.onCommit?.(change);
    await commit(change);
  };
  const files = createSessionFiles();
  const history = createHistory({
    store,
    engine: search,
    discovery,
    ...(capacityBytes !== undefined && { capacityBytes }),
    source: {
      ...files,
      async *lines(path, ...rest) {
        await observer.onLines?.(path);
        yield* files.lines(path, ...rest);
      },
      async bytes(path, ...rest) {
        const bytes = await files.bytes(path, ...rest);
        await observer.onBytes?.(path, bytes.length);
        return bytes;
      },
      async record(path, ...rest) {
        await observer.onRecord?.(path);
        return files.record(path, ...rest);
      },
    },
    workspaces: createGitWorkspaces(),
    hasher: createSha256Hasher(),
    clock: systemClock,
    diagnostics: silentDiagnostics,
    runId: "test",
    roots: [sessions],
  });
  return { history, store, discovery };
}
