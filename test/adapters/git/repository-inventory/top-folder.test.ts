import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitInventory } from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import { git } from "../../../support/git.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

const inventory = createGitInventory();

describe("the top folder of a repository", () => {
  test("is found from every folder below, links resolved", async () => {
    await withTemporaryFolder(async (folder) => {
      const top = join(folder, "Größe & co\nsecond line");
      mkdirSync(join(top, "a/b"), { recursive: true });
      git(top, ["init", "-q"]);
      symlinkSync(top, join(folder, "link"));
      expect(await inventory.top(top)).toBe(top);
      expect(await inventory.top(join(top, "a/b"))).toBe(top);
      expect(await inventory.top(join(folder, "link/a"))).toBe(top);
    });
  });

  test("is that of a linked work tree, and of a repository inside another one", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q", "repo"]);
      const repo = join(folder, "repo");
      git(repo, ["commit", "-q", "--allow-empty", "-m", "begin"]);
      git(repo, ["worktree", "add", "-q", "../tree"]);
      mkdirSync(join(repo, "inner/src"), { recursive: true });
      git(join(repo, "inner"), ["init", "-q"]);
      expect(await inventory.top(join(folder, "tree"))).toBe(join(folder, "tree"));
      expect(await inventory.top(join(repo, "inner/src"))).toBe(join(repo, "inner"));
    });
  });

  test("is undefined outside of repositories", async () => {
    await withTemporaryFolder(async (folder) => {
      expect(await inventory.top(folder)).toBeUndefined();
      mkdirSync(join(folder, ".git"));
      expect(await inventory.top(folder)).toBeUndefined();
    });
  });

  test("does not depend on what git finds in this process's environment", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q", "one"]);
      git(folder, ["init", "-q", "other"]);
      const before = { GIT_DIR: process.env["GIT_DIR"], GIT_WORK_TREE: process.env["GIT_WORK_TREE"] };
      try {
        process.env["GIT_DIR"] = join(folder, "other/.git");
        process.env["GIT_WORK_TREE"] = join(folder, "other");
        expect(await inventory.top(join(folder, "one"))).toBe(join(folder, "one"));
      } finally {
        for (const [name, value] of Object.entries(before)) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
      }
    });
  });

  test.each([
    ["a `.git` file that leads nowhere", (folder: string) => writeFileSync(join(folder, ".git"), "gitdir: /gone\n")],
    [
      "settings that git cannot read",
      (folder: string) => {
        git(folder, ["init", "-q"]);
        writeFileSync(join(folder, ".git/config"), "[core\n");
      },
    ],
    ["a bare repository", (folder: string) => void git(folder, ["init", "-q", "--bare"])],
    ["a folder that is gone", (folder: string) => rmSync(folder, { recursive: true })],
  ])("fails for %s, without a path in what it says", async (_, spoil) => {
    await withTemporaryFolder(async (folder) => {
      spoil(folder);
      const failure: unknown = await inventory.top(folder).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "InventoryFailed" });
      expect((failure as Error).message).not.toContain(folder);
    });
  });
});
