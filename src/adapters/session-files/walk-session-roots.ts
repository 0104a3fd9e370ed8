import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import { MAX_FOLDER_DEPTH } from "../../domain/use-cases/scope/session-place.ts";
import type { SourceFile, SourceWalk, WalkOptions } from "../../ports/session-source.ts";
import type { SkipReason } from "../../ports/source-record.ts";
import { describeFile } from "./describe-file.ts";
import { createEventLoopTurns } from "./event-loop-turns.ts";
import { isInRoots, realPathOf, resolveSessionRoots, type SessionRoots } from "./session-roots.ts";

/** Directory items between two looks at the clock. */
const ITEMS_PER_TURN = 64;

/** Everything that one walk learns. */
interface Findings {
  readonly roots: SessionRoots;
  /** Real paths of what is left out with everything below. */
  readonly excluded: readonly string[];
  readonly files: Map<string, SourceFile>;
  readonly skipped: Map<SkipReason, number>;
  /** Links named like sessions whose targets lie in a root: fine if the walk finds the target itself. */
  readonly links: string[];
  /** Roots of which a folder could not be read. */
  readonly incomplete: Set<string>;
  /** Outer root → roots met below it. They are walked once, on their own, with their own depth. */
  readonly nested: Map<string, string[]>;
}

/**
 * Finds the session files below the roots. No folder is read twice, links are never followed, and the result does not depend on the
 * order or spelling of the roots. A root that is excluded is empty, and complete. Cost: one `readdir` per folder and one `lstat` per session file. Errors: `Cancelled`.
 */
export async function walkSessionRoots(roots: readonly string[], options?: WalkOptions): Promise<SourceWalk> {
  const signal = options?.signal;
  const findings: Findings = {
    roots: resolveSessionRoots(roots),
    excluded: options?.exclude?.length ? resolveSessionRoots(options.exclude).existing : [],
    files: new Map(),
    skipped: new Map(),
    links: [],
    incomplete: new Set(),
    nested: new Map(),
  };
  const takeTurn = createEventLoopTurns();
  if (findings.roots.uncertain > 0) findings.skipped.set("unreadable", findings.roots.uncertain);

  for (const root of findings.roots.existing) {
    if (isInRoots(findings.excluded, root)) continue;
    const folders = [{ path: root, depth: 0 }];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      throwIfCancelled(signal);
      await takeTurn();
      let seen = 0;
      for (const item of listFolder(folder.path, root, findings)) {
        if (examine(item, folder.path, folder.depth, root, findings)) {
          folders.push({ path: join(folder.path, item.name), depth: folder.depth + 1 });
        }
        if (++seen % ITEMS_PER_TURN !== 0) continue;
        throwIfCancelled(signal);
        await takeTurn();
      }
    }
  }

  for (const target of findings.links) if (!findings.files.has(target)) skip(findings, "not-a-regular-file");
  return {
    files: [...findings.files.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    skipped: [...findings.skipped]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((one, other) => (one.reason < other.reason ? -1 : 1)),
    completeRoots: [
      ...findings.roots.existing.filter((root) => isComplete(root, findings)),
      ...findings.roots.gone,
    ].toSorted(),
  };
}

function listFolder(path: string, root: string, findings: Findings): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // Also a folder that vanished since it was listed: it may have moved to where this walk has already been.
    findings.incomplete.add(root);
    skip(findings, "unreadable");
    return [];
  }
}

/** Takes in one directory item; true when it is a folder to enter. */
function examine(item: Dirent, folder: string, depth: number, root: string, findings: Findings): boolean {
  if (item.name.startsWith(".")) return false;
  const path = join(folder, item.name);
  if (isInRoots(findings.excluded, path)) return false;
  if (item.isFile()) {
    if (isSessionName(item.name)) addFile(path, findings);
    return false;
  }
  if (item.isSymbolicLink()) {
    examineLink(path, findings);
    return false;
  }
  if (isSessionName(item.name)) skip(findings, "not-a-regular-file");
  if (!item.isDirectory()) return false;
  if (findings.roots.existing.includes(path)) {
    findings.nested.set(root, [...(findings.nested.get(root) ?? []), path]);
    return false;
  }
  if (depth < MAX_FOLDER_DEPTH) return true;
  skip(findings, "too-deep");
  return false;
}

function addFile(path: string, findings: Findings): void {
  try {
    const file = describeFile(path);
    if (file !== undefined) findings.files.set(path, file);
    // A name that is no UTF-8 cannot be opened by its text; without one, the file was deleted a moment ago.
    else if (path.includes("\uFFFD")) skip(findings, "unreadable");
  } catch {
    skip(findings, "unreadable");
  }
}

function examineLink(path: string, findings: Findings): void {
  const target = realPathOf(path);
  if (target === undefined) {
    if (isSessionName(path)) skip(findings, "unreadable");
  } else if (isInRoots(findings.excluded, target)) {
    return;
  } else if (isInRoots(findings.roots.existing, target)) {
    if (isSessionName(path)) findings.links.push(target);
  } else if (isSessionName(path) || isSessionName(basename(target)) || isFolder(target)) {
    skip(findings, "outside-root");
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isSessionName(name: string): boolean {
  return name.endsWith(".jsonl");
}

function isComplete(root: string, findings: Findings): boolean {
  if (findings.incomplete.has(root)) return false;
  return (findings.nested.get(root) ?? []).every((nested) => isComplete(nested, findings));
}

function skip(findings: Findings, reason: SkipReason): void {
  findings.skipped.set(reason, (findings.skipped.get(reason) ?? 0) + 1);
}
