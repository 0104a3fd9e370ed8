import { homedir } from "node:os";
import { dirname, parse } from "node:path";
import { findUp } from "find-up";
import type { WorkspaceResolver } from "../../ports/workspace-resolver.ts";
import { linkedWorkTrees } from "./linked-work-trees.ts";
import { resolvePath } from "./resolve-path.ts";

export interface GitWorkspacesOptions {
  /** Where the home directory is. Default: the system's answer. */
  readonly homeDirectory?: () => string;
}

/**
 * Workspace facts from the file system alone: no git process is started. A work tree is the nearest folder at or above with a `.git`
 * folder, or a `.git` file as linked work trees and submodules have it. Its content is not judged: git ignores a broken `.git` folder,
 * and looking further up would open more.
 */
export function createGitWorkspaces(options: GitWorkspacesOptions = {}): WorkspaceResolver {
  const { homeDirectory = homedir } = options;
  return {
    style: process.platform === "win32" ? "win32" : "posix",
    resolve: resolvePath,
    workTree: async (path) => {
      const found = await findUp(".git", { cwd: await resolvePath(path), type: "both" });
      return found === undefined ? undefined : dirname(found);
    },
    workTreesBeside: linkedWorkTrees,
    home: async () => resolvePath(homeOrRoot(homeDirectory)),
  };
}

/** Without a home directory the file system's root stands for it: both are never a workspace. */
function homeOrRoot(homeDirectory: () => string): string {
  try {
    return homeDirectory() || parse(process.cwd()).root;
  } catch {
    return parse(process.cwd()).root;
  }
}
