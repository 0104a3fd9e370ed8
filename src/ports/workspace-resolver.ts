/** Facts about folders that authorization rests on. */
export interface WorkspaceResolver {
  /** Which path rules hold here. */
  readonly style: "posix" | "win32";
  /** The path with the links of its existing parts resolved; the rest is appended as written. Relative paths are returned unchanged. */
  resolve(path: string): Promise<string>;
  /** Top folder of the git work tree around a folder, or undefined. */
  workTree(path: string): Promise<string | undefined>;
  /**
   * The other work trees of the repository that a work tree belongs to, links resolved, in any order: those that the repository records,
   * that exist, and that lead back to it. None where the repository does not record the work tree itself. Never throws.
   */
  workTreesBeside(workTree: string): Promise<readonly string[]>;
  /** The home directory, links resolved. */
  home(): Promise<string>;
}
