import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createGitWorkspaces } from "../../src/adapters/git/git-workspaces.ts";
import type { Caller } from "../../src/domain/use-cases/history.ts";
import { authorizedRoots } from "../../src/domain/use-cases/scope/authorized-roots.ts";
import { onEachEngine, withCase } from "../cases-trees/open-case.ts";
import { sessionFile, user } from "../support/session-file.ts";
import { withTemporaryFolder } from "../support/with-temporary-folder.ts";

interface Answer {
  /** Below the temporary folder. */
  readonly roots: readonly string[];
  readonly onlyExactly?: string;
  readonly notices: number;
}

/** Folders are made; a name that ends in `.git` with a text after it becomes a file. Home is `people/ada`. */
function inFolders(
  made: readonly string[],
  act: (ask: (caller: Caller) => Promise<Answer>, at: (name: string) => string) => Promise<void>,
) {
  return withTemporaryFolder(async (folder) => {
    const at = (name: string) => (name === "." ? folder : join(folder, name));
    for (const name of ["people/ada", ...made]) mkdirSync(at(name), { recursive: true });
    const workspaces = createGitWorkspaces({ homeDirectory: () => at("people/ada") });
    const relative = (path: string) => (path === folder ? "." : path.replace(`${folder}/`, ""));
    await act(async (caller) => {
      const { roots, onlyExactly, notices } = await authorizedRoots(caller, workspaces);
      return {
        roots: roots.map(relative),
        ...(onlyExactly !== undefined && { onlyExactly: relative(onlyExactly) }),
        notices: notices.length,
      };
    }, at);
  });
}

test("the work tree around the cwd is the root, the nearest one where they nest, and without one the cwd", () =>
  inFolders(
    ["repo/.git", "repo/src/deep", "repo/inner/.git", "repo/inner/lib", "tree/sub", "plain/sub"],
    async (ask, at) => {
      writeFileSync(at("tree/.git"), "gitdir: /elsewhere\n");
      for (const [cwd, root] of [
        ["repo", "repo"],
        ["repo/src/deep", "repo"],
        ["repo/src/gone/further", "repo"],
        ["repo/inner/lib", "repo/inner"],
        ["tree/sub", "tree"],
        ["plain/sub", "plain/sub"],
        ["plain/gone", "plain/gone"],
      ] as const) {
        expect(await ask({ cwd: at(cwd) }), cwd).toEqual({ roots: [root], notices: 0 });
      }
    },
  ));

test("a linked cwd counts where it leads, also into a work tree and out of one", () =>
  inFolders(["repo/.git", "repo/src", "plain/sub"], async (ask, at) => {
    symlinkSync(at("repo/src"), at("plain/into"));
    symlinkSync(at("plain/sub"), at("repo/out"));
    expect((await ask({ cwd: at("plain/into") })).roots).toEqual(["repo"]);
    expect((await ask({ cwd: at("repo/out") })).roots).toEqual(["plain/sub"]);
    rmSync(at("plain/sub"), { recursive: true });
    expect((await ask({ cwd: at("repo/out/deeper") })).roots).toEqual(["plain/sub/deeper"]);
  }));

test("a work tree that is the home directory or holds it does not count: then the cwd, with a notice", async () => {
  await inFolders(["people/ada/.git", "people/ada/project/src"], async (ask, at) => {
    expect(await ask({ cwd: at("people/ada/project/src") })).toEqual({ roots: ["people/ada/project/src"], notices: 1 });
  });
  await inFolders(["people/.git", "people/ada/project", "people/eve"], async (ask, at) => {
    expect(await ask({ cwd: at("people/ada/project") })).toEqual({ roots: ["people/ada/project"], notices: 1 });
    expect(await ask({ cwd: at("people/eve") })).toEqual({ roots: ["people/eve"], notices: 1 });
  });
  await inFolders(["people/ada/.git", "people/ada/project/.git", "people/ada/project/src"], async (ask, at) => {
    expect(await ask({ cwd: at("people/ada/project/src") })).toEqual({ roots: ["people/ada/project"], notices: 0 });
  });
});

test("in the home directory itself, above it and at the file system's root only that very cwd is visible", () =>
  inFolders(["people/ada/.git", "people/ada/project"], async (ask, at) => {
    symlinkSync(at("people/ada"), at("me"));
    for (const [cwd, exactly] of [
      ["people/ada", "people/ada"],
      ["me", "people/ada"],
      ["people/ada/project/..", "people/ada"],
      ["people", "people"],
      [".", "."],
    ] as const) {
      expect(await ask({ cwd: at(cwd) }), cwd).toEqual({ roots: [], onlyExactly: exactly, notices: 1 });
    }
    expect(await ask({ cwd: "/" })).toEqual({ roots: [], onlyExactly: "/", notices: 1 });
  }));

test("configured roots replace all of that, links resolved; an empty list is none; a relative one is refused", () =>
  inFolders(["repo/.git", "real/ws"], async (ask, at) => {
    symlinkSync(at("real"), at("link"));
    expect(await ask({ cwd: at("repo"), workspaces: [at("link/ws"), at("people/ada")] })).toEqual({
      roots: ["real/ws", "people/ada"],
      notices: 0,
    });
    expect((await ask({ cwd: at("repo"), workspaces: [] })).roots).toEqual(["repo"]);
    for (const relative of ["", ".", "repo", "~", "C:\\ws"]) {
      const refused = expect.objectContaining({ code: "InvalidConfiguration" });
      await expect(ask({ cwd: at("repo"), workspaces: [at("repo"), relative] }), relative).rejects.toThrow(refused);
    }
  }));

test.each(["", ".", "..", "src", "~/project", "C:\\project"])(
  "a cwd that is not absolute opens nothing, least of all the process's own work tree: %j",
  (cwd) =>
    inFolders([], async (ask) => {
      const refused = expect.objectContaining({ code: "InvalidConfiguration" });
      await expect(ask({ cwd })).rejects.toThrow(refused);
      await expect(ask({ cwd, workspaces: [] })).rejects.toThrow(refused);
    }),
);

onEachEngine("At the file system's root, where nothing is configured", (engine) => {
  const entries = [user("rootword")];
  const place = (folder: string) => {
    for (const [id, cwd] of [
      ["at-root", "/"],
      ["spelled", "//./"],
      ["below", "/srv"],
      ["nowhere", ""],
    ] as const) {
      sessionFile(folder, { id, cwd, entries });
    }
  };

  test("only sessions of exactly that folder answer, are listed and counted", () =>
    withCase({ engine, place, caller: { cwd: "/" } }, async (opened) => {
      expect((await opened.search("rootword")).hits.map((hit) => hit.sessionId)).toEqual(["at-root", "spelled"]);
      const { sessions, coverage } = await opened.sessions();
      expect([sessions.length, coverage.sessions.known]).toEqual([2, 2]);
      for (const id of ["below", "nowhere"]) {
        await expect(opened.read(id, "e1")).rejects.toThrow("Not found in this workspace.");
      }
      expect(await opened.history.status({ cwd: "/" })).toMatchObject({
        workspaces: ["/"],
        notices: [expect.any(String)],
      });
    }));
});
