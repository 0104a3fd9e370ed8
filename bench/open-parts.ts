import { openBetterSqlite3Index } from "../src/adapters/sqlite/better-sqlite3-index.ts";
import { createGitWorkspaces } from "../src/adapters/git/git-workspaces.ts";
import { silentDiagnostics } from "../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../src/adapters/local/system-clock.ts";
import type { SqliteIndex } from "../src/adapters/sqlite/open-sqlite-index.ts";
import { createSessionFiles } from "../src/adapters/session-files/session-files.ts";
import { PROJECTOR_RULES } from "../src/domain/projection/projector-version.ts";
import { createAnalyzer } from "../src/domain/text/analyzer.ts";
import { TRIGRAM_RULES } from "../src/domain/text/trigrams.ts";
import type { HistoryParts } from "../src/domain/use-cases/history-parts.ts";
import type { EventStore } from "../src/ports/event-store.ts";
import type { SearchEngine } from "../src/ports/search-engine.ts";

/** As the container says it, so that `openHistory` goes on with an index that was made here. */
const VERSION = `p${PROJECTOR_RULES}-t${TRIGRAM_RULES}-a${createAnalyzer(process.versions["unicode"] ?? "unknown").version}`;

/** The product as its container composes it, with the single parts at hand. */
export function openParts(
  index: { readonly store: EventStore; readonly engine: SearchEngine },
  sessions: string,
): HistoryParts {
  return {
    store: index.store,
    engine: index.engine,
    source: createSessionFiles(),
    workspaces: createGitWorkspaces(),
    hasher: createSha256Hasher(),
    clock: systemClock,
    diagnostics: silentDiagnostics,
    runId: "bench",
    roots: [sessions],
  };
}

export function openIndexFile(file: string): SqliteIndex {
  return openBetterSqlite3Index({ file, version: VERSION });
}
