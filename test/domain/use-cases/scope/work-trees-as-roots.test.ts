import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type HistorySettings } from "../../../../src/domain/model/settings.ts";
import { authorizedRoots } from "../../../../src/domain/use-cases/scope/authorized-roots.ts";
import type { WorkspaceResolver } from "../../../../src/ports/workspace-resolver.ts";

/** `/home/ada` is the home directory; every folder named `repo…` is a work tree, of one repository all. */
function machine(others: readonly string[]): WorkspaceResolver {
  return {
    style: "posix",
    resolve: async (path) => path,
    workTree: async (path) =>
      /^.*?\/repo[^/]*/.exec(path)?.[0] ?? (path.startsWith("/home/ada") ? "/home/ada" : undefined),
    workTreesBeside: async () => others,
    home: async () => "/home/ada",
  };
}

const ALL: HistorySettings = { ...DEFAULT_SETTINGS, worktrees: "all" };
const rootsAt = (cwd: string, others: readonly string[], settings?: HistorySettings) =>
  authorizedRoots({ cwd }, machine(others), settings);

describe("with all work trees of the repository as workspace", () => {
  test("they join the own one, which they never do unasked", async () => {
    expect((await rootsAt("/w/repo/src", ["/w/repo-2"], ALL)).roots).toEqual(["/w/repo", "/w/repo-2"]);
    expect((await rootsAt("/w/repo/src", ["/w/repo-2"])).roots).toEqual(["/w/repo"]);
    expect((await rootsAt("/w/repo/src", ["/w/repo-2"], DEFAULT_SETTINGS)).roots).toEqual(["/w/repo"]);
  });

  test("none of them may be the home directory or lie above it, and that is said", async () => {
    for (const wide of ["/home/ada", "/home", "/"]) {
      const { roots, notices } = await rootsAt("/w/repo", ["/w/repo-2", wide], ALL);
      expect(roots).toEqual(["/w/repo", "/w/repo-2"]);
      expect(notices).toEqual([expect.stringContaining("home directory")]);
    }
    expect((await rootsAt("/w/repo", ["/home/ada/repo-2"], ALL)).notices).toEqual([]);
  });

  test("a work tree that is the home directory opens neither itself nor the others", async () => {
    expect((await rootsAt("/home/ada/notes", ["/w/repo-2"], ALL)).roots).toEqual(["/home/ada/notes"]);
    expect(await rootsAt("/home/ada", ["/w/repo-2"], ALL)).toMatchObject({ roots: [], onlyExactly: "/home/ada" });
  });

  test("a folder outside of a repository stays alone", async () => {
    expect((await rootsAt("/w/plain", ["/w/repo-2"], ALL)).roots).toEqual(["/w/plain"]);
  });
});

test("configured roots must be absolute, and stand before the work tree", async () => {
  const settings = (...workspaces: string[]): HistorySettings => ({ ...ALL, workspaces });
  expect((await rootsAt("/w/repo", ["/w/repo-2"], settings("/a", "/b"))).roots).toEqual(["/a", "/b"]);
  await expect(rootsAt("/w/repo", [], settings("a"))).rejects.toMatchObject({ code: "InvalidConfiguration" });
});
