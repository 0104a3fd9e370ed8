import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

/** The configured roots as they are on disk. Every list is sorted and without duplicates, whatever spellings were given. */
export interface SessionRoots {
  /** Real paths of roots that exist. */
  readonly existing: readonly string[];
  /** Real paths that roots would have which certainly do not exist. */
  readonly gone: readonly string[];
  /** Number of roots of which neither is sure: below an unreadable folder or a file, or a link that leads nowhere. */
  readonly uncertain: number;
}

/** Resolves roots. A relative one starts at the working directory. Cost: a few file system calls per root. */
export function resolveSessionRoots(roots: readonly string[]): SessionRoots {
  const existing = new Set<string>();
  const gone = new Set<string>();
  const uncertain = new Set<string>();
  for (const root of roots) {
    const real = realPathOf(root);
    if (real !== undefined) {
      existing.add(real);
      continue;
    }
    const missing = placeOfMissing(root);
    if (missing === undefined) uncertain.add(resolve(root));
    else gone.add(missing);
  }
  return { existing: [...existing].toSorted(), gone: [...gone].toSorted(), uncertain: uncertain.size };
}

/** True when a real path is one of the roots or lies below one, on path components. */
export function isInRoots(roots: readonly string[], path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

/** The real path of whatever a path leads to, or undefined when it leads nowhere or may not be followed. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/**
 * Where a missing folder would be, or undefined when it may exist all the same. A root counts as certainly gone only when the deepest
 * ancestor that exists may be searched and does not hold the next part: sessions must not leave the index because a disk is away.
 */
function placeOfMissing(root: string): string | undefined {
  const rest: string[] = [];
  for (let path = resolve(root); path !== dirname(path); path = dirname(path)) {
    const name = basename(path);
    rest.unshift(name);
    const parent = realPathOf(dirname(path));
    if (parent !== undefined) return lacks(parent, name) ? join(parent, ...rest) : undefined;
  }
  return undefined;
}

function lacks(folder: string, name: string): boolean {
  try {
    return lstatSync(join(folder, name), { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
