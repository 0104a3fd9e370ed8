import { createGitWorkspaces } from "../../src/adapters/git/git-workspaces.ts";
import { silentDiagnostics } from "../../src/adapters/local/file-diagnostics.ts";
import { createSha256Hasher } from "../../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../../src/adapters/local/system-clock.ts";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { createSessionFiles } from "../../src/adapters/session-files/session-files.ts";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { createHistory } from "../../src/domain/use-cases/create-history.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import type { SessionSource } from "../../src/ports/session-source.ts";
import type { Engine } from "../cases-trees/open-case.ts";

let runs = 0;

/** A history over real files and a real engine whose reading of files can be disturbed. */
export function openWithFaults(
  engine: Engine,
  roots: readonly string[],
  disturb: (source: SessionSource) => Partial<SessionSource> = () => ({}),
  { file = ":memory:", stagedBytes }: { readonly file?: string; readonly stagedBytes?: number } = {},
): History {
  const source = createSessionFiles();
  const index =
    engine === "fts5"
      ? openBetterSqlite3Index({ file, version: "test" })
      : openMiniSearchIndex(createAnalyzer(process.versions["unicode"] ?? ""));
  return createHistory({
    ...index,
    source: { ...source, ...disturb(source) },
    workspaces: createGitWorkspaces(),
    hasher: createSha256Hasher(),
    clock: systemClock,
    diagnostics: silentDiagnostics,
    runId: `run-${++runs}`,
    ...(stagedBytes !== undefined && { stagedBytes }),
    roots,
  });
}
