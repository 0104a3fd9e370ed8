import { closeSync, constants, fstatSync, openSync, realpathSync } from "node:fs";

/** An open regular file. Whoever opened it closes it. */
export interface OpenFile {
  readonly descriptor: number;
  /** Size when it was opened. */
  readonly bytes: number;
}

/**
 * Opens a regular file for reading and nothing else: links in any part of the path are refused (a folder that became a link after
 * the walk must not lead out of a root), and a pipe or device neither blocks nor is read. Throws the driver's error or a plain one.
 */
export function openRegularFile(path: string): OpenFile {
  // Windows has neither flag; `undefined` counts as 0 there and the comparison of real paths does the work.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error("Not a regular file.");
    if (realpathSync.native(path) !== path) throw new Error("Not a real path: a part of it is a link.");
    return { descriptor, bytes: stats.size };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
