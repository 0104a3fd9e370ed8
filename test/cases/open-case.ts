import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { openHistory } from "../../src/container.ts";
import type { Coverage } from "../../src/domain/model/coverage.ts";
import type { EventRead } from "../../src/domain/model/event-read.ts";
import type { EventSearchAnswer } from "../../src/domain/model/hit.ts";
import type { EventTrace } from "../../src/domain/model/trace.ts";
import type { Caller, EventReadRequest, EventSearchRequest, History } from "../../src/domain/use-cases/history.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { checkAnswers } from "./check-answers.ts";

/** Every case runs on each: `describe.each(engines)`. */
export const engines = ["fts5", "memory"] as const;

/** Content by path below the session directory. `@DIR@` in a text becomes that directory. */
export type CaseFiles = Readonly<Record<string, string | Uint8Array>>;

export interface CaseOptions {
  /** Default: a caller in `/ws/alpha`. */
  readonly caller?: Caller;
  /** Session directories below the case's own. Default: that one itself. */
  readonly roots?: readonly string[];
  /** Puts beside the files what a record of contents cannot hold (links, times), before the first sync. */
  readonly prepare?: (folder: string) => void;
}

export interface OpenCase {
  /** The session directory. */
  readonly folder: string;
  readonly history: History;
  readonly caller: Caller;
  /** Coverage of the first sync. */
  readonly coverage: Coverage;
  search(query: string, more?: Omit<EventSearchRequest, "query">): Promise<EventSearchAnswer>;
  /** `"<sessionId>/<entryId>"` of the hits, in order. */
  found(query: string, more?: Omit<EventSearchRequest, "query">): Promise<string[]>;
  read(sessionId: string, entryId: string, more?: Partial<EventReadRequest>): Promise<EventRead>;
  /** The one fragment of an event, or the first one. */
  textOf(sessionId: string, entryId: string): Promise<string | undefined>;
  trace(sessionId: string, entryId: string, depth?: number): Promise<EventTrace>;
  /** Changes the files as Pi or a person would, and brings the index up to date. */
  change(act: (folder: string) => void): Promise<Coverage>;
}

const inputs = join(dirname(fileURLToPath(import.meta.url)), "inputs");
const inAlpha: Caller = { cwd: "/ws/alpha", workspaces: ["/ws/alpha"] };

/**
 * Opens a history over a fresh copy of a case's input (a folder below `inputs`, or contents by path), brings it up to date and hands it
 * over. Every answer is checked on the way (`checkAnswers`), and afterwards the session files must be what they were, to the byte.
 */
export async function openCase(
  engine: (typeof engines)[number],
  input: string | CaseFiles,
  act: (open: OpenCase) => Promise<void>,
  { caller = inAlpha, roots = ["."], prepare }: CaseOptions = {},
): Promise<void> {
  await withTemporaryFolder(async (temporary) => {
    const folder = join(temporary, "sessions");
    placeInput(folder, input);
    prepare?.(folder);
    let files = fingerprint(folder);
    const { history: opened } = await openHistory({
      engine,
      index: "memory",
      sessions: roots.map((root) => join(folder, root)),
      env: { PI_CODING_AGENT_DIR: join(temporary, "agent") },
      log: false,
    });
    const history = checkAnswers(opened, temporary);
    try {
      const coverage = await history.sync(caller);
      const search: OpenCase["search"] = (query, more) => history.search({ query, ...more }, caller);
      const read: OpenCase["read"] = (sessionId, entryId, more) =>
        history.read({ sessionId, entryId, ...more }, caller);
      await act({
        folder,
        history,
        caller,
        coverage,
        search,
        found: async (query, more) =>
          (await search(query, more)).hits.map(({ sessionId, entryId }) => `${sessionId}/${entryId}`),
        read,
        textOf: async (sessionId, entryId) => (await read(sessionId, entryId)).fragments[0]?.preview.text,
        trace: (sessionId, entryId, depth = 1) => history.trace({ sessionId, entryId, depth }, caller),
        change: async (changeFiles) => {
          expect(fingerprint(folder)).toEqual(files);
          changeFiles(folder);
          files = fingerprint(folder);
          return history.sync(caller);
        },
      });
    } finally {
      await history.close();
    }
    expect(fingerprint(folder)).toEqual(files);
  });
}

function placeInput(folder: string, input: string | CaseFiles): void {
  mkdirSync(folder, { recursive: true });
  if (typeof input === "string") {
    cpSync(join(inputs, input), folder, { recursive: true });
    return;
  }
  for (const [path, content] of Object.entries(input)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content.replaceAll("@DIR@", folder) : content);
  }
}

/** Every regular file below a folder with the hash of its bytes and the time it was last written. */
function fingerprint(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue;
    const path = join(item.parentPath, item.name);
    found[path] = `${createHash("sha256").update(readFileSync(path)).digest("hex")} ${statSync(path).mtimeMs}`;
  }
  return found;
}
