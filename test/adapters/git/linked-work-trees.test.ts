import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitWorkspaces } from "../../../src/adapters/git/git-workspaces.ts";
import { git as runGit } from "../../support/git.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const { workTreesBeside } = createGitWorkspaces();

/** One command of the real git. */
const git = (cwd: string, ...words: string[]): string => runGit(cwd, words);

/** `repo` with two linked work trees, one of them at another place. */
function repository(folder: string): void {
  mkdirSync(join(folder, "repo"));
  git(folder, "init", "repo");
  git(join(folder, "repo"), "commit", "--allow-empty", "-m", "begin");
  git(join(folder, "repo"), "worktree", "add", "../tree");
  git(join(folder, "repo"), "worktree", "add", "../far/away");
}

async function besides(folder: string, name: string): Promise<string[]> {
  const found = await workTreesBeside(join(folder, name));
  return found.map((path) => path.replace(`${folder}/`, "")).toSorted();
}

describe("the work trees beside one", () => {
  test("are the main one and the linked ones, from wherever one looks", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      symlinkSync("tree", join(folder, "alias"));
      expect(await besides(folder, "repo")).toEqual(["far/away", "tree"]);
      expect(await besides(folder, "tree")).toEqual(["far/away", "repo"]);
      expect(await besides(folder, "alias")).toEqual(["far/away", "repo"]);
      expect(await besides(folder, "far/away")).toEqual(["repo", "tree"]);
    });
  });

  test("with relative records too, as later versions of git write them", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, "tree/.git"), "gitdir: ../repo/.git/worktrees/tree\n");
      writeFileSync(join(folder, "repo/.git/worktrees/tree/gitdir"), "../../../../tree/.git\n");
      expect(await besides(folder, "repo")).toEqual(["far/away", "tree"]);
      expect(await besides(folder, "tree")).toEqual(["far/away", "repo"]);
    });
  });

  test("are none where nothing is linked, there is no repository, or no folder", async () => {
    await withTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, "plain"));
      git(folder, "init", "single");
      for (const name of ["plain", "single", "gone"]) expect(await besides(folder, name)).toEqual([]);
    });
  });

  test("are not those that are gone, moved without git's knowledge, or another repository by now", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      git(join(folder, "repo"), "worktree", "add", "../moved");
      git(join(folder, "repo"), "worktree", "add", "../taken");
      rmSync(join(folder, "far"), { recursive: true });
      renameSync(join(folder, "moved"), join(folder, "elsewhere"));
      rmSync(join(folder, "taken"), { recursive: true });
      git(folder, "init", "taken");
      expect(await besides(folder, "repo")).toEqual(["tree"]);
      // What git does not record has nothing beside it, whatever it says of itself.
      expect(await besides(folder, "elsewhere")).toEqual([]);
      expect(await besides(folder, "taken")).toEqual([]);
    });
  });

  test("of a bare repository are the linked ones alone", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      git(folder, "clone", "--bare", "repo", "bare/.git");
      git(join(folder, "bare/.git"), "worktree", "add", "../../one");
      git(join(folder, "bare/.git"), "worktree", "add", "../../two");
      expect(await besides(folder, "one")).toEqual(["two"]);
      expect(await besides(folder, "bare")).toEqual([]);
    });
  });

  test("of a submodule are its own", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      git(folder, "init", "outer");
      git(join(folder, "outer"), "-c", "protocol.file.allow=always", "submodule", "add", join(folder, "repo"), "inner");
      git(join(folder, "outer/inner"), "worktree", "add", "../../beside");
      expect(await besides(folder, "outer/inner")).toEqual(["beside"]);
      expect(await besides(folder, "beside")).toEqual(["outer/inner"]);
      expect(await besides(folder, "outer")).toEqual([]);
    });
  });

  test("are none for a folder that only claims to belong to a repository", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      const claim = (name: string, write: (path: string) => void): void => {
        mkdirSync(join(folder, name), { recursive: true });
        write(join(folder, name));
      };
      claim("by-file", (path) => writeFileSync(join(path, ".git"), `gitdir: ${folder}/repo/.git\n`));
      claim("by-record", (path) => writeFileSync(join(path, ".git"), `gitdir: ${folder}/repo/.git/worktrees/tree\n`));
      claim("by-link", (path) => symlinkSync(join(folder, "repo/.git"), join(path, ".git")));
      claim("by-common/.git", (path) => writeFileSync(join(path, "commondir"), `${folder}/repo/.git\n`));
      claim("by-config/.git", (path) =>
        writeFileSync(join(path, "config"), `[core]\n\tworktree = ${folder}/repo\n[core "x"]\n\tbare = false\n`),
      );
      claim("by-list/.git/worktrees/a", (path) => writeFileSync(join(path, "gitdir"), `${folder}/repo/.git\n`));
      for (const name of ["by-file", "by-record", "by-link", "by-common", "by-config", "by-list"]) {
        expect(await besides(folder, name), name).toEqual([]);
      }
      expect(await besides(folder, "repo")).toEqual(["far/away", "tree"]);
    });
  });

  test("are none that a repository claims for its own", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      git(folder, "clone", "repo", "greedy");
      git(join(folder, "greedy"), "worktree", "add", "../greedy-tree");
      expect(await besides(folder, "greedy-tree")).toEqual(["greedy"]);
      git(join(folder, "greedy"), "config", "core.worktree", join(folder, "repo"));
      expect(await besides(folder, "greedy-tree")).toEqual([]);
    });
  });

  test("never throw: pipes, folders and nonsense in place of git's files", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      const records = join(folder, "repo/.git/worktrees");
      for (const name of ["pipe", "folder", "empty", "nonsense"]) mkdirSync(join(records, name));
      execFileSync("mkfifo", [join(records, "pipe/gitdir")]);
      mkdirSync(join(records, "folder/gitdir"));
      writeFileSync(join(records, "empty/gitdir"), "");
      writeFileSync(join(records, "nonsense/gitdir"), "\0\n\0");
      writeFileSync(join(records, "a-file"), "");
      expect(await besides(folder, "repo")).toEqual(["far/away", "tree"]);
      for (const text of ["", "gitdir: ", "gitdir: \0", "gitdir: .", "nothing"]) {
        writeFileSync(join(folder, "tree/.git"), text);
        expect(await besides(folder, "tree"), text).toEqual([]);
      }
    });
  });
});
