import { silentDiagnostics } from "../../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../../src/adapters/local/system-clock.ts";
import { createGitWorkspaces } from "../../src/adapters/git/git-workspaces.ts";
import { createSessionFiles } from "../../src/adapters/session-files/session-files.ts";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { createHistory } from "../../src/domain/use-cases/create-history.ts";
import type { SessionSource } from "../../src/ports/session-source.ts";
import type { OpenedIndex } from "./open-on-disk.ts";

/**
 * A history over real files, seen through `wrap`. `beforeMatch` is what another process does in the middle of each search. `file`: the
 * index's; by default it lives in memory.
 */
export function openOnSource(
  sessions: string,
  wrap: (source: SessionSource) => SessionSource,
  stagedBytes = 16 * 1024 * 1024,
  beforeMatch: () => Promise<void> = async () => {},
  file = ":memory:",
): OpenedIndex {
  const analyzer = createAnalyzer(process.versions["unicode"] ?? "unknown");
  const index = openBetterSqlite3Index({ file, version: analyzer.version });
  const history = createHistory({
    store: index.store,
    engine: {
      add: (...given) => index.engine.add(...given),
      remove: (keys) => index.engine.remove(keys),
      async *match(...asked) {
        await beforeMatch();
        yield* index.engine.match(...asked);
      },
    },
    source: wrap(createSessionFiles()),
    workspaces: createGitWorkspaces(),
    hasher: createSha256Hasher(),
    clock: systemClock,
    diagnostics: silentDiagnostics,
    runId: "test",
    stagedBytes,
    roots: [sessions],
  });
  return { history, store: index.store };
}
