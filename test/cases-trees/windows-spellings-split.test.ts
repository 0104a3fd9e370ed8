import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { createSha256Hasher } from "../../src/adapters/local/sha256-hasher.ts";
import { silentDiagnostics } from "../../src/adapters/local/file-diagnostics.ts";
import { systemClock } from "../../src/adapters/local/system-clock.ts";
import { createSessionFiles } from "../../src/adapters/session-files/session-files.ts";
import { openBetterSqlite3Index } from "../../src/adapters/sqlite/better-sqlite3-index.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { createHistory } from "../../src/domain/use-cases/create-history.ts";
import type { History } from "../../src/domain/use-cases/history.ts";
import { isAbsolutePath, isPathWithin } from "../../src/domain/use-cases/scope/path-within.ts";
import type { SessionSource } from "../../src/ports/session-source.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";
import { type Engine, onEachEngine, withCase } from "./open-case.ts";

const ROOT = "C:\\pi\\sessions";
const input = fileURLToPath(new URL("inputs/windows-spellings-split", import.meta.url));

/** The session files of a folder here, under the paths they would have in `C:\pi\sessions`. */
function asOnWindows(folder: string): SessionSource {
  const files = createSessionFiles();
  const here = (path: string) => path.replace(ROOT, folder).replaceAll("\\", "/");
  const there = (path: string) => path.replace(folder, ROOT).replaceAll("/", "\\");
  return {
    walk: async (_, options) => {
      const { files: walked, skipped } = await files.walk([folder], options);
      return { files: walked.map((file) => ({ ...file, path: there(file.path) })), skipped, completeRoots: [ROOT] };
    },
    lines: (path, offset, options) => files.lines(here(path), offset, options),
    record: (path, offset, length) => files.record(here(path), offset, length),
    bytes: (path, offset, length) => files.bytes(here(path), offset, length),
    look: (path) => files.look(here(path)),
  };
}

async function onWindows(
  engine: Engine,
  place: (folder: string) => void,
  act: (history: History) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    place(folder);
    const index =
      engine === "memory"
        ? openMiniSearchIndex(createAnalyzer("test"))
        : openBetterSqlite3Index({ file: ":memory:", version: "test" });
    const history = createHistory({
      ...index,
      source: asOnWindows(folder),
      workspaces: {
        style: "win32",
        resolve: async (path) => path,
        workTree: async () => undefined,
        workTreesBeside: async () => [],
        home: async () => "C:\\Users\\ada",
      },
      hasher: createSha256Hasher(),
      clock: systemClock,
      diagnostics: silentDiagnostics,
      runId: "windows",
      roots: [ROOT],
    });
    await history.sync({ cwd: "C:\\ws\\alpha" });
    await act(history);
    await history.close();
  });
}

async function found(history: History, query: string, ...workspaces: string[]): Promise<string[]> {
  const { hits } = await history.search({ query }, { cwd: workspaces[0] as string, workspaces });
  return hits.map((hit) => hit.sessionId).sort();
}

onEachEngine("Spellings of a Windows path split a workspace (B82)", (engine) => {
  test("drive case, separators and prefixes are one workspace, a longer name is another", () =>
    onWindows(
      engine,
      (folder) => cpSync(input, folder, { recursive: true }),
      async (history) => {
        const alpha = ["b82-0", "b82-1", "b82-2", "b82-3", "b82-4"];
        for (const root of ["C:\\ws\\alpha", "c:/ws/ALPHA/", "\\\\?\\C:\\ws\\alpha\\", "//?/c:/ws/alpha"]) {
          expect(await found(history, "winword", root), root).toEqual(alpha);
        }
        expect(await found(history, "winword", "C:\\ws\\alphabet")).toEqual(["b82-5"]);
        expect(await found(history, "winword", "C:\\ws")).toEqual([...alpha, "b82-5"]);
        expect(await found(history, "winword", "D:\\ws\\alpha")).toEqual([]);
        const { hits } = await history.search(
          { query: "winword", cwd: "c:/WS/alpha" },
          { cwd: "C:\\", workspaces: ["C:\\ws"] },
        );
        expect(hits.map((hit) => hit.sessionId).sort()).toEqual(alpha);
      },
    ));

  test("network shares, deeper folders and dots; relative and rootless paths are never visible", () =>
    onWindows(
      engine,
      (folder) => {
        const cwds = {
          share: "\\\\server\\share\\ws",
          "share-long": "\\\\?\\UNC\\Server\\Share\\ws\\deep",
          "share-slash": "//SERVER/share/ws",
          "other-share": "\\\\server\\shared\\ws",
          dots: "C:\\ws\\beta\\..\\alpha\\sub",
          "above-drive": "C:\\..\\..\\ws\\alpha",
          "drive-relative": "C:ws\\alpha",
          rootless: "\\ws\\alpha",
          posix: "/ws/alpha",
        };
        for (const [id, cwd] of Object.entries(cwds)) sessionFile(folder, { id, cwd, entries: [user("netword")] });
      },
      async (history) => {
        const shares = ["share", "share-long", "share-slash"];
        expect(await found(history, "netword", "\\\\server\\share\\ws")).toEqual(shares);
        expect(await found(history, "netword", "\\\\?\\unc\\server\\share")).toEqual(shares);
        expect(await found(history, "netword", "C:\\ws\\alpha")).toEqual(["above-drive", "dots"]);
        expect(await found(history, "netword", "C:\\..")).toEqual(["above-drive", "dots"]);
        for (const root of ["\\ws\\alpha", "C:ws", "/ws/alpha"]) {
          await expect(found(history, "netword", root), root).rejects.toMatchObject({ code: "InvalidConfiguration" });
        }
      },
    ));

  test("forks and read-back work under Windows paths, also when the parent is spelled otherwise", () =>
    onWindows(
      engine,
      (folder) => {
        const cwd = "C:\\ws\\alpha";
        sessionFile(folder, { id: "parent", cwd, name: "sub/p.jsonl", entries: [user("forkword")] });
        const parentSession = "C:\\pi\\sessions\\sub\\p.jsonl";
        sessionFile(folder, { id: "child", cwd, parentSession, entries: [user("forkword")] });
        sessionFile(folder, {
          id: "cousin",
          cwd,
          parentSession: "c:/PI/sessions/sub/p.jsonl",
          entries: [user("forkword")],
        });
      },
      async (history) => {
        const caller = { cwd: "c:\\ws\\alpha" };
        const { hits } = await history.search({ query: "forkword" }, caller);
        expect(hits).toMatchObject([{ sessionId: "parent", copies: { count: 2 } }]);
        expect((await history.read({ sessionId: "child", entryId: "e1" }, caller)).fragments).toHaveLength(1);
      },
    ));

  test("on POSIX a backslash is an ordinary character and nothing is folded", () =>
    withCase(
      {
        engine,
        input: "windows-spellings-split",
        place: (folder) => {
          sessionFile(folder, { id: "backslash", cwd: "/ws\\alpha", entries: [user("winword")] });
          sessionFile(folder, { id: "inside", cwd: "/ws/alpha/a\\b", entries: [user("winword")] });
        },
      },
      async ({ search }) => {
        const ids = async (root: string) =>
          (await search("winword", { cwd: root, workspaces: [root] })).hits.map((hit) => hit.sessionId);
        expect(await ids("/ws/alpha")).toEqual(["inside"]);
        expect(await ids("/ws\\alpha")).toEqual(["backslash"]);
        expect(await ids("/ws/alpha/a")).toEqual([]);
        await expect(ids("C:\\ws\\alpha")).rejects.toMatchObject({ code: "InvalidConfiguration" });
      },
    ));
});

describe("path rules by style", () => {
  test.each([
    ["C:\\", "C:\\ws", true],
    ["C:\\ws", "C:\\", false],
    ["C:\\..", "D:\\ws", false],
    ["C:\\ws\\..\\..\\..", "D:\\ws", false],
    ["\\\\server\\share", "\\\\server\\share\\..\\other", true],
    ["\\\\server\\share", "\\\\server\\other", false],
    ["\\\\c:\\ws", "C:\\ws", false],
    ["C:\\ws", "C:\\ws\u0000x", false],
    ["C:\\\u00e4", "c:\\\u00c4\\x", true],
  ])("win32: is %j above %j: %s", (root, path, expected) => {
    expect(isPathWithin(root, path, "win32")).toBe(expected);
  });

  test.each(["C:", "C:x", "\\x", "x", "", " C:\\x", "1:\\x", "\\\\", "\\\\\\x"])(
    "win32: %j is not absolute",
    (path) => {
      expect(isAbsolutePath(path, "win32")).toBe(false);
    },
  );
});
