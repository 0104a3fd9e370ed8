/** One entry of a repository's index. */
export interface IndexEntryRecord {
  /** Below the repository's top, `/` between its parts, never leading out of it. */
  readonly path: string;
  /** `100644` file, `100755` executable, `120000` symbolic link, `160000` another repository's commit. */
  readonly mode: "100644" | "100755" | "120000" | "160000";
  /** Name of its object. */
  readonly objectId: string;
  /** 0; 1 to 3 are the sides of a conflict. */
  readonly stage: 0 | 1 | 2 | 3;
}

export interface InventoryOptions {
  readonly signal?: AbortSignal;
}

/**
 * What a git repository's index holds. Reads the index and the objects of this machine alone: never the work tree, nothing over the net,
 * no replaced objects, and runs nothing that the repository's settings name. Errors of every method: `InventoryFailed`, `Cancelled`.
 */
export interface RepositoryInventory {
  /** Top folder of the work tree around a folder, links resolved; undefined outside of git repositories. At most 4 KiB. */
  top(folder: string, options?: InventoryOptions): Promise<string | undefined>;
  /** Every entry, in the order of the index. Fails over 8 MiB, and on names that are no UTF-8. */
  entries(top: string, options?: InventoryOptions): Promise<readonly IndexEntryRecord[]>;
  /**
   * The texts of blobs, in the order asked. Fails over 512 of them, over 1 MiB for one or 16 MiB for all, where one is missing on this
   * machine, no blob, or no UTF-8. Cost: two processes, however many are asked for.
   */
  texts(top: string, objectIds: readonly string[], options?: InventoryOptions): Promise<readonly string[]>;
}
