import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGitWorkspaces } from "../../../../src/adapters/git/git-workspaces.ts";
import {
  createGitInventory,
  type GitInventoryOptions,
} from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import { createSha256Hasher } from "../../../../src/adapters/local/sha256-hasher.ts";
import { systemClock } from "../../../../src/adapters/local/system-clock.ts";
import { createSessionFiles } from "../../../../src/adapters/session-files/session-files.ts";
import { openBetterSqlite3Index } from "../../../../src/adapters/sqlite/better-sqlite3-index.ts";
import { DEFAULT_SETTINGS } from "../../../../src/domain/model/settings.ts";
import { createHistory } from "../../../../src/domain/use-cases/create-history.ts";
import type { Caller, History } from "../../../../src/domain/use-cases/history.ts";
import type { HistoryParts } from "../../../../src/domain/use-cases/history-parts.ts";
import type { RecallPreparation } from "../../../../src/domain/model/recall.ts";
import type { WorkspaceResolver } from "../../../../src/ports/workspace-resolver.ts";
import { git } from "../../../support/git.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import { sessionFile, type SessionFileOptions } from "../../../support/session-file.ts";

export interface PreparedWorld {
  readonly history: History;
  /** A git repository, and a folder beside it that is none. */
  readonly repo: string;
  readonly plain: string;
  readonly sessions: string;
  readonly caller: Caller;
  /** What came to the local log. */
  readonly logged: string[];
  /** Writes a session that ran in the repository. */
  readonly session: (options: SessionFileOptions) => string;
}

/**
 * A history over real files beside a repository of the real git. The caller sees the repository and the folder beside it. The sessions do not
 * lie in a temporary folder by name, though the test's folder does: they ran in folders that only exist as names.
 */
export async function inPreparedWorld<Result>(
  act: (world: PreparedWorld) => Promise<Result>,
  options: { readonly git?: GitInventoryOptions; readonly parts?: Partial<HistoryParts> } = {},
): Promise<Result> {
  return withTemporaryFolder(async (folder) => {
    const [repo, plain, sessions] = ["repo", "plain", "sessions"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const path of [repo, plain, sessions]) mkdirSync(path);
    git(repo, ["init", "-q"]);
    const logged: string[] = [];
    const log = (message: string, facts?: object): void =>
      void logged.push(`${message} ${String(Object.values(facts ?? {}))}`);
    const { store, engine } = openBetterSqlite3Index({ file: ":memory:", version: "test" });
    const workspaces = createGitWorkspaces();
    const history = createHistory({
      store,
      engine,
      source: createSessionFiles(),
      // Sessions of `/tmp` are no part of any answer, and that is where tests have their folders.
      workspaces: { ...workspaces, resolve: (path) => workspaces.resolve(path.replace(/^\/world/, folder)) },
      inventory: createGitInventory(options.git),
      hasher: createSha256Hasher(),
      clock: systemClock,
      diagnostics: { warn: log, error: log },
      runId: "test",
      roots: [sessions],
      settings: DEFAULT_SETTINGS,
      ...options.parts,
    });
    try {
      return await act({
        history,
        repo,
        plain,
        sessions,
        caller: { cwd: repo, workspaces: [repo, plain] },
        logged,
        session: (given) => sessionFile(sessions, { cwd: "/world/repo", ...given }),
      });
    } finally {
      await history.close();
    }
  });
}

/** A preparation of the repository, unless the request says otherwise. */
export function prepare(
  { history, caller }: Pick<PreparedWorld, "history" | "caller">,
  request: Partial<Parameters<History["recallPrepare"]>[0]> = {},
): Promise<RecallPreparation> {
  return history.recallPrepare({ scope: "repository", ...request }, caller);
}

/** Writes a file and stages it. */
export function track(repo: string, path: string, content: string, mode: "x" | "-" = "-"): void {
  mkdirSync(join(repo, path, ".."), { recursive: true });
  writeFileSync(join(repo, path), content);
  git(repo, ["add", "-f", path]);
  if (mode === "x") git(repo, ["update-index", "--chmod=+x", path]);
}

/** The workspaces of one world, for a history of another. */
export function worldOf({ repo }: PreparedWorld): WorkspaceResolver {
  const folder = join(repo, "..");
  return {
    style: "posix",
    resolve: async (path) => path.replace(/^\/world/, folder),
    workTree: async (path) => (path.startsWith(repo) ? repo : undefined),
    workTreesBeside: async () => [],
    home: async () => "/home/ada",
  };
}
