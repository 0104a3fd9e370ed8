import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { type HistoryIndex, openHistory } from "../../src/container.ts";
import type { Coverage } from "../../src/domain/model/coverage.ts";
import type { SyncOptions } from "../../src/domain/use-cases/history.ts";
import type { Analyzer } from "../../src/ports/search-engine.ts";
import { checkAnswers } from "../cases/check-answers.ts";
import { faultsInTables } from "../reliability/faults-in-tables.ts";
import { contentOf, freshContent } from "../reliability/index-content.ts";
import type { OpenedIndex } from "../reliability/open-on-disk.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { ALPHA } from "./alpha.ts";

const INPUTS = fileURLToPath(new URL("inputs", import.meta.url));

/** An engine, and the size from which it rebuilds a file beside its rows (design §11). */
export interface Way {
  readonly engine: "fts5" | "memory";
  readonly stagedBytes: number;
}

const WAYS: readonly Way[] = [
  { engine: "fts5", stagedBytes: 16 * 1024 * 1024 },
  { engine: "fts5", stagedBytes: 1 },
  { engine: "memory", stagedBytes: 16 * 1024 * 1024 },
  { engine: "memory", stagedBytes: 1 },
];

/** A folder of session files that change, and the index that has to keep up. */
export interface Life {
  readonly way: Way;
  /** The folder of the index file; nothing is in it for the memory engine. */
  readonly indexFolder: string;
  /** Where the session files are. */
  readonly sessions: string;
  /** The index in use, for a look at its rows. */
  readonly opened: () => OpenedIndex;
  readonly sync: (options?: SyncOptions) => Promise<Coverage>;
  /** `"<sessionId>/<entryId>"` of all hits, sorted; at most 50. */
  readonly found: (query: string) => Promise<string[]>;
  /** Bytes that are indexed of each file, by its path below the folder of sessions. */
  readonly offsets: () => Promise<Record<string, number>>;
  /** Closes the history and opens it again; the memory engine has forgotten everything then. */
  readonly restart: () => Promise<void>;
  /** Checks that the index holds and answers what one would that is built now. */
  readonly expectFresh: (...queries: readonly string[]) => Promise<void>;
}

/** Declares one suite for each engine and each way to rebuild a file. */
export function onEachWay(title: string, suite: (way: Way) => void): void {
  describe.each(WAYS)(`${title} ($engine, large from $stagedBytes bytes on)`, suite);
}

/** The bytes of one input. */
export function input(path: string): Buffer {
  return readFileSync(join(INPUTS, path));
}

/**
 * A history over a fresh folder with these files, not yet synced. Afterwards its tables must be free of faults. `roots`: session
 * directories in or below the folder of sessions; default: that one.
 */
export async function withLife(
  way: Way,
  files: Readonly<Record<string, string | Uint8Array>>,
  act: (life: Life) => Promise<void>,
  { roots = (sessions) => [sessions] }: { readonly roots?: (sessions: string) => readonly string[] } = {},
): Promise<void> {
  await withTemporaryFolder(async (top) => {
    const [sessions, indexFolder] = [join(top, "sessions"), join(top, "index")];
    for (const made of [sessions, indexFolder]) mkdirSync(made);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(sessions, name), content);
    const index = join(indexFolder, "events.sqlite");
    let opened = await open(way, roots(sessions), index);
    const found = async (query: string): Promise<string[]> => {
      const { hits } = await checkAnswers(opened.history, top).search({ query, limit: 50 }, ALPHA);
      return hits.map(({ sessionId, entryId }) => `${sessionId}/${entryId}`).toSorted();
    };
    try {
      await act({
        way,
        indexFolder,
        sessions,
        opened: () => opened,
        sync: (options) => checkAnswers(opened.history, top).sync(ALPHA, options),
        found,
        offsets: async () => {
          const sources = await opened.store.sources();
          return Object.fromEntries(sources.map(({ path, offset }) => [path.slice(sessions.length + 1), offset]));
        },
        restart: async () => {
          await opened.history.close();
          opened = await open(way, roots(sessions), index);
        },
        expectFresh: async (...queries) =>
          expect(await contentOf(opened, queries)).toEqual(await freshContent(sessions, queries)),
      });
      if (way.engine === "fts5") expect(faultsInTables(index)).toEqual([]);
    } finally {
      await opened.history.close();
    }
  });
}

async function open({ engine, stagedBytes }: Way, sessions: readonly string[], file: string): Promise<OpenedIndex> {
  let index: HistoryIndex | undefined;
  const openIndex = (analyzer: Analyzer): HistoryIndex => {
    index =
      engine === "memory" ? openMiniSearchIndex(analyzer) : openBetterSqlite3Index({ file, version: analyzer.version });
    return index;
  };
  const { history } = await openHistory({ sessions, engine: openIndex, stagedBytes, log: false });
  if (index === undefined) throw new Error("The index was not opened.");
  return { history, store: index.store };
}
