import type { WorkspaceResolver } from "../../../ports/workspace-resolver.ts";
import { RecallError } from "../../model/errors.ts";
import { DEFAULT_SETTINGS, type HistorySettings } from "../../model/settings.ts";
import type { Caller } from "../history.ts";
import { isAbsolutePath, isPathWithin, isSamePath } from "./path-within.ts";

export interface AuthorizedRoots {
  /** Folders, links resolved: a session is visible when its cwd equals or lies below one. */
  readonly roots: readonly string[];
  /** Only sessions with exactly this cwd (the caller sits in the home directory or the file system's root). */
  readonly onlyExactly?: string;
  /** Sentences for the person. */
  readonly notices: readonly string[];
}

/**
 * The folders whose sessions a caller may see (design §10): the roots that it brings, else configured ones, else the git work tree around
 * the cwd, else the cwd. With `worktrees: "all"` the other work trees of that repository count as well. A work tree that is, or contains,
 * the home directory never counts: it would open everything.
 * Errors: `InvalidConfiguration` for a root, or without one a cwd, that is not absolute.
 */
export async function authorizedRoots(
  caller: Caller,
  workspaces: WorkspaceResolver,
  settings: Pick<HistorySettings, "workspaces" | "worktrees"> = DEFAULT_SETTINGS,
): Promise<AuthorizedRoots> {
  const { style } = workspaces;
  const named =
    caller.workspaces !== undefined && caller.workspaces.length > 0 ? caller.workspaces : settings.workspaces;
  if (named.length > 0) {
    const relative = named.find((root) => !isAbsolutePath(root, style));
    if (relative !== undefined) {
      throw new RecallError("InvalidConfiguration", "A workspace root must be an absolute path.");
    }
    return { roots: await Promise.all(named.map((root) => workspaces.resolve(root))), notices: [] };
  }
  if (!isAbsolutePath(caller.cwd, style)) {
    // Resolved against the process's folder it would open whatever work tree that lies in.
    throw new RecallError("InvalidConfiguration", "The working directory must be an absolute path.");
  }
  const [cwd, home] = await Promise.all([workspaces.resolve(caller.cwd), workspaces.home()]);
  if (opensEverything(cwd)) {
    return {
      roots: [],
      onlyExactly: cwd,
      notices: [
        "Only sessions started in exactly this folder are searched: it is your home directory or lies above it.",
      ],
    };
  }
  const workTree = await workspaces.workTree(cwd);
  if (workTree === undefined) return { roots: [cwd], notices: [] };
  const root = await workspaces.resolve(workTree);
  if (!opensEverything(root)) {
    if (settings.worktrees === "own") return { roots: [root], notices: [] };
    const others = await workspaces.workTreesBeside(root);
    const roots = others.filter((other) => !opensEverything(other));
    return {
      roots: [root, ...roots],
      notices:
        roots.length < others.length
          ? ["A work tree of this repository is your home directory or lies above it, and is not searched."]
          : [],
    };
  }
  return {
    roots: [cwd],
    notices: [
      "The git work tree around this folder is your home directory, so only this folder and those below are searched.",
    ],
  };

  function opensEverything(folder: string): boolean {
    return isPathWithin(folder, home, style) || isSamePath(folder, home, style);
  }
}
