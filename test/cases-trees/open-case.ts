import { createHash } from "node:crypto";
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { Coverage } from "../../src/domain/model/coverage.ts";
import type { Caller, EventReadRequest, EventSearchRequest, History } from "../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

export type Engine = "fts5" | "memory";

const INPUTS = fileURLToPath(new URL("inputs", import.meta.url));

/** Who asks unless a test says otherwise: a person or tool in `/ws/alpha` without a session of its own. */
export const ALPHA: Caller = { cwd: "/ws/alpha", workspaces: ["/ws/alpha"] };

export interface CaseOptions {
  readonly engine: Engine;
  /** Folder below `inputs` that is copied; `@DIR@` in its session files becomes the copy's path. */
  readonly input?: string;
  /** Writes further files into the folder before it is indexed. */
  readonly place?: (folder: string) => void;
  /** Session directories. Default: the folder. */
  readonly roots?: (folder: string) => readonly string[];
  /** Default `ALPHA`. */
  readonly caller?: Caller | ((folder: string) => Caller);
  /** True fills the discovery index with every sync, which only recall searches. */
  readonly discovery?: boolean;
  /** True where the cwds of the sessions lie in the folder itself, so that answers must name it. */
  readonly cwdsInFolder?: boolean;
}

/** A history over a temporary copy of an input. Its answers and errors are checked for paths of session files. */
export interface OpenedCase {
  readonly folder: string;
  readonly history: History;
  /** What the first sync said. */
  readonly coverage: Coverage;
  /** Bytes of everything that the engine keeps on disk; none for the memory engine. */
  readonly indexBytes: () => Buffer;
  search(request: string | EventSearchRequest, caller?: Caller): ReturnType<History["search"]>;
  read(
    sessionId: string,
    entryId: string,
    more?: Omit<EventReadRequest, "sessionId" | "entryId">,
    caller?: Caller,
  ): ReturnType<History["read"]>;
  trace(sessionId: string, entryId: string, depth?: number, caller?: Caller): ReturnType<History["trace"]>;
  lineage(sessionId: string, caller?: Caller): ReturnType<History["lineage"]>;
  sessions(caller?: Caller): ReturnType<History["sessions"]>;
  /** Changes session files on purpose and syncs. */
  change(act: () => void): Promise<Coverage>;
}

/** Declares one suite per engine. */
export function onEachEngine(title: string, suite: (engine: Engine) => void): void {
  describe.each<Engine>(["fts5", "memory"])(`${title} (%s)`, suite);
}

/** Opens, syncs, acts, closes; afterwards no source file may have changed by a byte, appeared or gone. */
export async function withCase(options: CaseOptions, act: (opened: OpenedCase) => Promise<void>): Promise<void> {
  await withTemporaryFolder(async (top) => {
    const folder = join(top, "sessions");
    const indexFolder = join(top, "index");
    for (const made of [folder, indexFolder]) mkdirSync(made);
    if (options.input !== undefined) copyInput(options.input, folder);
    options.place?.(folder);
    let before = hashTree(folder);
    const { history } = await openHistory({
      sessions: options.roots?.(folder) ?? [folder],
      ...(options.engine === "fts5"
        ? { engine: "fts5", index: join(indexFolder, "events.sqlite") }
        : { engine: "memory" }),
      env: { PI_CODING_AGENT_DIR: join(top, "agent") },
      cwd: top,
      log: false,
    });
    const own = typeof options.caller === "function" ? options.caller(folder) : (options.caller ?? ALPHA);
    const sync = () => history.sync(own, { discovery: options.discovery === true });
    const check = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      const shown = await answer.catch((error: unknown) => {
        expect(String(error)).not.toContain(folder);
        throw error;
      });
      if (!options.cwdsInFolder) expect(JSON.stringify(shown)).not.toContain(folder);
      expect(JSON.stringify(shown)).not.toContain(".jsonl");
      return shown;
    };
    try {
      await act({
        folder,
        history,
        coverage: await sync(),
        indexBytes: () => Buffer.concat(readdirSync(indexFolder).map((name) => readFileSync(join(indexFolder, name)))),
        search: (request, caller = own) =>
          check(history.search(typeof request === "string" ? { query: request } : request, caller)),
        read: (sessionId, entryId, more = {}, caller = own) =>
          check(history.read({ sessionId, entryId, ...more }, caller)),
        trace: (sessionId, entryId, depth = 1, caller = own) =>
          check(history.trace({ sessionId, entryId, depth }, caller)),
        lineage: (sessionId, caller = own) => check(history.lineage({ sessionId }, caller)),
        sessions: (caller = own) => check(history.sessions({}, caller)),
        change: async (change) => {
          expect(hashTree(folder)).toEqual(before);
          change();
          before = hashTree(folder);
          return sync();
        },
      });
    } finally {
      await history.close();
    }
    expect(hashTree(folder)).toEqual(before);
  });
}

function copyInput(input: string, folder: string): void {
  cpSync(join(INPUTS, input), folder, { recursive: true });
  for (const path of listFiles(folder)) {
    const bytes = readFileSync(path);
    // As bytes: an input may hold what no text can.
    const parts = bytes.toString("latin1").split("@DIR@");
    writeFileSync(path, Buffer.from(parts.join(Buffer.from(folder).toString("latin1")), "latin1"));
  }
}

/** Hash of every regular file below a folder, by path; what is no regular file counts by its kind alone. */
function hashTree(folder: string): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name);
    hashes[path] = item.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "no file";
  }
  return hashes;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile());
}
