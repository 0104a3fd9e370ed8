import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { homedir, totalmem } from "node:os";
import { isAbsolute, join } from "node:path";
import { container as rootContainer, type DependencyContainer, instanceCachingFactory } from "tsyringe";
import { createGitWorkspaces } from "./adapters/git/git-workspaces.ts";
import { createGitInventory } from "./adapters/git/repository-inventory/git-inventory.ts";
import { readConfiguration } from "./adapters/local/configuration/read-configuration.ts";
import { createFileDiagnostics, silentDiagnostics } from "./adapters/local/file-diagnostics.ts";
import { createLogReader, silentLog } from "./adapters/local/read-log.ts";
import { createSha256Hasher } from "./adapters/local/sha256-hasher.ts";
import { systemClock } from "./adapters/local/system-clock.ts";
import { findSessionDirectories } from "./adapters/session-files/session-directories.ts";
import { createSessionFiles } from "./adapters/session-files/session-files.ts";
import { createSessionWatcher } from "./adapters/session-files/watch-sessions.ts";
import { RecallError } from "./domain/model/errors.ts";
import { PROJECTOR_RULES } from "./domain/projection/projector-version.ts";
import { createAnalyzer } from "./domain/text/analyzer.ts";
import { TRIGRAM_RULES } from "./domain/text/trigrams.ts";
import { createHistory } from "./domain/use-cases/create-history.ts";
import type { History } from "./domain/use-cases/history.ts";
import type { StandIn } from "./domain/use-cases/history-parts.ts";
import { Exclusions } from "./domain/use-cases/scope/exclusions.ts";
import type { Clock } from "./ports/clock.ts";
import type { Diagnostics } from "./ports/diagnostics.ts";
import type { EventStore } from "./ports/event-store.ts";
import type { LogReader } from "./ports/log-reader.ts";
import type { Hasher } from "./ports/hasher.ts";
import type { RepositoryInventory } from "./ports/repository-inventory.ts";
import type { Analyzer, SearchEngine } from "./ports/search-engine.ts";
import type { SessionSource } from "./ports/session-source.ts";
import type { WorkspaceResolver } from "./ports/workspace-resolver.ts";

/** The two ports of an index, over one content. */
export interface HistoryIndex {
  readonly store: EventStore;
  readonly engine: SearchEngine;
  /** Postings of trigrams, written by the same store. Absent: sessions can be searched by words alone. */
  readonly discovery?: SearchEngine;
}

export interface OpenHistoryOptions {
  /** Session directories, absolute. Default: Pi's effective session directory, `<agent dir>/sessions`, and configured ones. */
  readonly sessions?: readonly string[];
  /** Default: as configured, else `fts5`. `fts5` keeps its index in a file; `memory` builds one in memory; a function composes an index of its own. */
  readonly engine?: "fts5" | "memory" | ((analyzer: Analyzer) => HistoryIndex | Promise<HistoryIndex>);
  /** Absolute path of the index file, or `memory`. Default: as configured, else a file under Pi's agent directory. Only for `fts5`. */
  readonly index?: string;
  /** Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Absolute working directory. Default: the process's. */
  readonly cwd?: string;
  /** Bytes from which a session file is rebuilt in memory that does not hold its texts. Default 16 MiB. */
  readonly stagedBytes?: number;
  /** False keeps no local log. Default true. */
  readonly log?: boolean;
}

const TOKENS = {
  analyzer: Symbol("Analyzer"),
  clock: Symbol("Clock"),
  diagnostics: Symbol("Diagnostics"),
  hasher: Symbol("Hasher"),
  inventory: Symbol("RepositoryInventory"),
  source: Symbol("SessionSource"),
  workspaces: Symbol("WorkspaceResolver"),
} as const;

export interface OpenedHistory {
  readonly history: History;
  readonly notices: readonly string[];
  /** The local log in force, and what it has last. */
  readonly diagnostics: Diagnostics;
  readonly log: LogReader;
  /** Hints that the session files may have changed, the first one at once; ends with the signal. */
  readonly changes: (signal: AbortSignal) => AsyncIterable<void>;
}

/**
 * Opens a history over this machine's session files. Index adapters are loaded only when they are used. What makes it fail goes to the
 * local log. Errors: `InvalidConfiguration`, `IndexUnavailable`.
 */
export async function openHistory(options: OpenHistoryOptions = {}): Promise<OpenedHistory> {
  const env = options.env ?? process.env;
  const home = findHome();
  const found = findSessionDirectories({ env, home: home ?? "/", cwd: options.cwd ?? process.cwd() });
  const { agentDir, directories } = found;
  const hasAgentDir = home !== undefined || Boolean(env["PI_CODING_AGENT_DIR"]);
  const { sessions, engine, index: namedIndex } = options;
  const configured = readConfiguration({
    agentDir: hasAgentDir ? agentDir : undefined,
    env,
    home,
    given: {
      ...(sessions && { sessions }),
      ...(engine !== undefined && { engine: typeof engine === "function" ? "own" : engine }),
      ...(namedIndex !== undefined && { index: namedIndex }),
    },
  });
  const services = registerServices(agentDir, hasAgentDir ? options : { ...options, log: false });
  const diagnostics = services.resolve<Diagnostics>(TOKENS.diagnostics);
  const analyzer = services.resolve<Analyzer>(TOKENS.analyzer);
  // Grows when a stand-in takes over in use.
  const notices = sessions ? [] : [...found.notices, ...configured.notices];
  const openStandIn = async (reason: RecallError): Promise<StandIn> => {
    const notice = `${reason.message} Until then an index in memory stands in, which nothing is kept of.`;
    notices.push(notice);
    const eraseAbandoned = hasAgentDir && ((): Promise<number> => eraseIndexFiles(agentDir, analyzer));
    return {
      ...(await openMemoryIndex(analyzer)),
      notice,
      capacityBytes: standInBytes(),
      ...(eraseAbandoned && { eraseAbandoned }),
    };
  };
  // An index that somebody names is meant: it fails where it cannot be used.
  const wanted = { engine: engine ?? configured.engine, index: namedIndex ?? configured.index };
  const mayStandIn = wanted.engine === "fts5" && wanted.index === undefined;
  const index = await openIndex(wanted, hasAgentDir ? agentDir : undefined, analyzer, diagnostics).catch(
    (error: unknown) => {
      diagnostics.error("The history could not be opened.", { error });
      if (mayStandIn && error instanceof RecallError && error.code === "IndexUnavailable") return openStandIn(error);
      throw error;
    },
  );
  const roots = sessions ?? [...new Set([...directories, ...configured.sessions])];
  const history = createHistory({
    store: index.store,
    engine: index.engine,
    ...(index.discovery && { discovery: index.discovery }),
    ...("notice" in index
      ? {
          notices: [index.notice],
          capacityBytes: index.capacityBytes,
          ...(index.eraseAbandoned && { eraseAbandoned: index.eraseAbandoned }),
        }
      : mayStandIn && { openStandIn }),
    source: services.resolve<SessionSource>(TOKENS.source),
    workspaces: services.resolve<WorkspaceResolver>(TOKENS.workspaces),
    inventory: services.resolve<RepositoryInventory>(TOKENS.inventory),
    hasher: services.resolve<Hasher>(TOKENS.hasher),
    clock: services.resolve<Clock>(TOKENS.clock),
    diagnostics,
    runId: randomUUID(),
    ...(options.stagedBytes !== undefined && { stagedBytes: options.stagedBytes }),
    roots,
    settings: configured.settings,
    exclusions: new Exclusions(configured.exclude),
  });
  return {
    history,
    notices,
    diagnostics,
    log: options.log === false || !hasAgentDir ? silentLog : createLogReader(agentDir),
    changes: (signal) => createSessionWatcher().changes(roots, { signal }),
  };
}

function registerServices(agentDir: string, options: OpenHistoryOptions): DependencyContainer {
  const services = rootContainer.createChildContainer();
  const provide = (token: symbol, create: () => unknown): void => {
    services.register(token, { useFactory: instanceCachingFactory(create) });
  };
  provide(TOKENS.analyzer, () => createAnalyzer(process.versions["unicode"] ?? "unknown"));
  provide(TOKENS.clock, () => systemClock);
  provide(TOKENS.diagnostics, () => (options.log === false ? silentDiagnostics : createFileDiagnostics(agentDir)));
  provide(TOKENS.hasher, () => createSha256Hasher());
  provide(TOKENS.source, () => createSessionFiles());
  provide(TOKENS.workspaces, () => createGitWorkspaces());
  provide(TOKENS.inventory, () => createGitInventory());
  return services;
}

/** The home directory, or undefined where there is none: a relative one would put the index wherever the process happens to be. */
function findHome(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}

/** Memory that an index takes which nobody has asked for: a quarter of the machine's, 1 GiB at most. */
function standInBytes(): number {
  return Math.min(1024 ** 3, totalmem() / 4);
}

async function openMemoryIndex(analyzer: Analyzer): Promise<HistoryIndex> {
  const { openMiniSearchIndex } = await import("./adapters/memory/minisearch-index.ts");
  return openMiniSearchIndex(analyzer);
}

/** `agentDir` undefined: there is none, so there is no place for an index file unless one is named. */
async function openIndex(
  { engine, index }: { readonly engine: NonNullable<OpenHistoryOptions["engine"]>; readonly index: string | undefined },
  agentDir: string | undefined,
  analyzer: Analyzer,
  diagnostics: Diagnostics,
): Promise<HistoryIndex> {
  if (typeof engine === "function") return engine(analyzer);
  if (engine === "memory") {
    if (index !== undefined && index !== "memory") {
      throw new RecallError(
        "InvalidConfiguration",
        "The memory engine keeps no file: leave the index out, or use fts5.",
      );
    }
    return openMemoryIndex(analyzer);
  }
  if (index === undefined && agentDir === undefined) {
    throw new RecallError(
      "IndexUnavailable",
      "There is no home directory to keep the index in; set HOME or PI_CODING_AGENT_DIR.",
    );
  }
  requireCurrentNode();
  const { openBetterSqlite3Index } = await loadSqlite();
  const file = index === "memory" ? ":memory:" : (index ?? (await defaultIndexFile(agentDir ?? "", analyzer)));
  return openBetterSqlite3Index({ file, version: indexVersion(analyzer), diagnostics });
}

/** Of whatever decides what is indexed. */
function indexVersion(analyzer: Analyzer): string {
  return `p${PROJECTOR_RULES}-t${TRIGRAM_RULES}-a${analyzer.version}`;
}

async function defaultIndexFile(agentDir: string, analyzer: Analyzer): Promise<string> {
  const { indexFileName } = await import("./adapters/sqlite/index-file-name.ts");
  return join(agentDir, "pi-event-recall", indexFileName(indexVersion(analyzer)));
}

/** Works without the SQLite library too, whose absence may be why an index has been abandoned. */
async function eraseIndexFiles(agentDir: string, analyzer: Analyzer): Promise<number> {
  const { deleteIndexFiles } = await import("./adapters/sqlite/index-file.ts");
  return deleteIndexFiles(await defaultIndexFile(agentDir, analyzer));
}

/** better-sqlite3 13 ends an older Node with a segmentation fault, which no `catch` sees. */
function requireCurrentNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new RecallError(
    "IndexUnavailable",
    `The fts5 engine needs Node.js 22.19 or later and this is ${process.versions.node}: update Node.js, or use the memory engine.`,
  );
}

async function loadSqlite(): Promise<typeof import("./adapters/sqlite/better-sqlite3-index.ts")> {
  try {
    return await import("./adapters/sqlite/better-sqlite3-index.ts");
  } catch (error) {
    throw new RecallError(
      "IndexUnavailable",
      "The SQLite library cannot be loaded here: reinstall the package, or use the memory engine.",
      { cause: error },
    );
  }
}
