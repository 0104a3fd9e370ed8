/** Facts about folders that authorization rests on. */
export interface WorkspaceResolver {
  /** Which path rules hold here. */
  readonly style: "posix" | "win32";
  /** The path with the links of its existing parts resolved; the rest is appended as written. Relative paths are returned unchanged. */
  resolve(path: string): Promise<string>;
  /** Top folder of the git work tree around a folder, or undefined. */
  workTree(path: string): Promise<string | undefined>;
  /** The home directory, links resolved. */
  home(): Promise<string>;
}
