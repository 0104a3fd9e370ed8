import { lstatSync, type Stats } from "node:fs";
import type { SourceFile } from "../../ports/session-source.ts";

/**
 * What the port tells of a regular file, or undefined when the path leads to none; a link in its last part is not followed.
 * `modifiedMs` is in whole milliseconds. Throws the driver's error where the path cannot be looked at.
 */
export function describeFile(path: string): SourceFile | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  return { path, bytes: stats.size, modifiedMs: Math.floor(stats.mtimeMs), identity: identify(path, stats) };
}

/** Inodes of 64 bits (NTFS, ZFS) keep all their digits; asking for them always would double the time of a walk. */
function identify(path: string, stats: Stats): string {
  if (Number.isSafeInteger(stats.ino) && Number.isSafeInteger(stats.dev)) return `${stats.dev}:${stats.ino}`;
  const exact = lstatSync(path, { bigint: true });
  return `${exact.dev}:${exact.ino}`;
}
