import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { createGitWorkspaces } from "../../../src/adapters/git/git-workspaces.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const workspaces = createGitWorkspaces();

const folders = (folder: string, ...names: string[]) => {
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
};

const answerOfTheKernel = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};

describe("resolve", () => {
  test("both spellings of a linked folder are one, also where the rest no longer exists", async () => {
    await withTemporaryFolder(async (folder) => {
      folders(folder, "real/ws");
      symlinkSync("real", join(folder, "link"));
      for (const [written, real] of [
        ["real/ws", "real/ws"],
        ["link/ws", "real/ws"],
        ["link/ws/", "real/ws"],
        ["link//./ws/.", "real/ws"],
        ["link/gone", "real/gone"],
        ["link/gone/deeper/", "real/gone/deeper"],
        ["gone/link/ws", "gone/link/ws"],
        ["", ""],
      ] as const) {
        expect(await workspaces.resolve(`${folder}/${written}`), written).toBe(join(folder, real).replace(/\/$/u, ""));
      }
    });
  });

  test(".. goes up from where a link led, and as text where nothing exists", async () => {
    await withTemporaryFolder(async (folder) => {
      folders(folder, "ws/alpha/sub", "ws/beta", "other/deep");
      symlinkSync("../../other/deep", join(folder, "ws/alpha/out"));
      symlinkSync("beta", join(folder, "ws/b"));
      for (const [written, real] of [
        ["ws/alpha/../beta", "ws/beta"],
        ["ws/alpha/out/../x", "other/x"],
        ["ws/alpha/out/..", "other"],
        ["ws/gone/../beta", "ws/beta"],
        ["ws/gone/../b", "ws/beta"],
        ["ws/gone/../b/../c", "ws/c"],
        ["ws/gone/more/../../alpha/out/new", "other/deep/new"],
        ["ws/gone/../../../..", "../.."],
      ] as const) {
        expect(await workspaces.resolve(`${folder}/${written}`), written).toBe(join(folder, real));
      }
      expect(await workspaces.resolve("/../../..")).toBe("/");
    });
  });

  test("a dangling link leads where it points, so that a deleted target does not move into the root", async () => {
    await withTemporaryFolder(async (folder) => {
      folders(folder, "ws/alpha", "real");
      symlinkSync(join(folder, "ws/beta"), join(folder, "ws/alpha/absolute"));
      symlinkSync("../beta/./x/..", join(folder, "ws/alpha/relative"));
      symlinkSync("absolute", join(folder, "ws/alpha/chain"));
      for (const name of ["absolute", "relative", "chain"]) {
        expect(await workspaces.resolve(`${folder}/ws/alpha/${name}/sub`), name).toBe(join(folder, "ws/beta/sub"));
      }
    });
  });

  test("never throws: loops, files on the way, NUL, endless names", async () => {
    await withTemporaryFolder(async (folder) => {
      symlinkSync("loop", join(folder, "loop"));
      writeFileSync(join(folder, "file"), "");
      const long = "n".repeat(5000);
      for (const name of ["loop", "loop/x", "file/x", "a\0b/c", `${long}/x`, "lone\ud800/x"]) {
        expect(await workspaces.resolve(join(folder, name)), name).toBe(join(folder, name));
      }
      expect(await workspaces.resolve(join(folder, "file/../x"))).toBe(join(folder, "x"));
    });
  });

  test("relative and empty paths come back unchanged", async () => {
    for (const path of ["", ".", "ws/alpha", "../x", "~", "C:\\ws"]) expect(await workspaces.resolve(path)).toBe(path);
  });

  test("is idempotent and equals the kernel's answer wherever the path exists", async () => {
    await withTemporaryFolder(async (folder) => {
      folders(folder, "a/b/c", "d");
      symlinkSync("../d", join(folder, "a/d"));
      symlinkSync("b/c", join(folder, "a/link"));
      symlinkSync("nowhere/x", join(folder, "d/dangling"));
      const part = fc.constantFrom("a", "b", "c", "d", "link", "dangling", "gone", "..", ".", "");
      await fc.assert(
        fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
          const path = [folder, ...parts].join("/");
          const resolved = await workspaces.resolve(path);
          expect(await workspaces.resolve(resolved)).toBe(resolved);
          expect([resolved, undefined]).toContain(answerOfTheKernel(path));
        }),
        { numRuns: 300 },
      );
    });
  });
});

describe("workTree", () => {
  test("is the nearest folder with a .git folder or file, in real paths", async () => {
    await withTemporaryFolder(async (folder) => {
      folders(folder, "repo/.git", "repo/src/deep", "repo/module/inner", "tree/sub", "plain");
      writeFileSync(join(folder, "repo/module/.git"), "gitdir: ../.git/modules/module\n");
      writeFileSync(join(folder, "tree/.git"), "gitdir: ../repo/.git/worktrees/tree\n");
      symlinkSync("repo/src", join(folder, "alias"));
      for (const [path, tree] of [
        ["repo", "repo"],
        ["repo/src/deep", "repo"],
        ["repo/src/../src/gone/further", "repo"],
        ["repo/module/inner", "repo/module"],
        ["tree/sub", "tree"],
        ["alias/deep", "repo"],
      ] as const) {
        expect(await workspaces.workTree(`${folder}/${path}`), path).toBe(join(folder, tree));
      }
      expect(await workspaces.workTree(join(folder, "plain"))).toBeUndefined();
    });
  });
});

describe("home and style", () => {
  test("home is the real path of the home directory; without one, the file system's root", async () => {
    await withTemporaryFolder(async (folder) => {
      folders(folder, "people/me");
      symlinkSync("people/me", join(folder, "me"));
      expect(await createGitWorkspaces({ homeDirectory: () => join(folder, "me") }).home()).toBe(
        join(folder, "people/me"),
      );
      expect(await workspaces.home()).toBe(realpathSync(homedir()));
      const homeless = createGitWorkspaces({
        homeDirectory: () => {
          throw new Error("no such user");
        },
      });
      expect(await homeless.home()).toBe("/");
      expect(await createGitWorkspaces({ homeDirectory: () => "" }).home()).toBe("/");
    });
  });

  test("style follows the platform", () => {
    expect(workspaces.style).toBe(process.platform === "win32" ? "win32" : "posix");
  });
});
