import type { SourceFile } from "../../../ports/session-source.ts";
import type { StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { ExclusionCandidate, Exclusions } from "../scope/exclusions.ts";
import { isSessionPlace } from "../scope/session-place.ts";
import { findHeader } from "./find-header.ts";

type Header = ExclusionCandidate["session"];

/** Headers of excluded files, which leave no row: what is not remembered is read again by every sync. */
const remembered = new WeakMap<Exclusions, Map<string, { readonly file: SourceFile; readonly header: Header }>>();

/**
 * The files that the history may index: without those that a person excludes. Nothing of an excluded file is kept in the index, so it
 * is taken anew when the exclusion goes. Cost: nothing without exclusions, else the header of every file that is new or has changed.
 * Errors: `Cancelled`.
 */
export async function includedFiles(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, StoredSource>,
  parts: HistoryParts,
  options: CallOptions = {},
): Promise<readonly SourceFile[]> {
  const { exclusions, workspaces, source } = parts;
  if (exclusions === undefined || exclusions.isEmpty) return files;
  const isExcluded = await exclusions.rule(workspaces);
  const memory = remembered.get(exclusions) ?? new Map<string, { file: SourceFile; header: Header }>();
  remembered.set(exclusions, memory);
  const included: SourceFile[] = [];
  for (const file of files) {
    throwIfCancelled(options.signal);
    const row = known.get(file.path);
    const before = memory.get(file.path);
    memory.delete(file.path);
    if (await isExcluded({ path: file.path })) continue;
    const session =
      row?.session && isSameState(row, file)
        ? row.session
        : before && isSameState(before.file, file)
          ? before.header
          : await findHeader(file.path, source, options);
    if (!(await isExcluded({ path: file.path, session }))) included.push(file);
    else memory.set(file.path, { file, header: session });
  }
  return included;
}

/** Paths of rows that are excluded, below the roots in force: they go, whether or not the walk of their root was complete. */
export async function excludedPaths(
  sources: Iterable<StoredSource>,
  parts: HistoryParts,
): Promise<ReadonlySet<string>> {
  const { exclusions, workspaces, roots } = parts;
  const paths = new Set<string>();
  if (exclusions === undefined || exclusions.isEmpty) return paths;
  const isExcluded = await exclusions.rule(workspaces);
  const inForce = await Promise.all(roots.map((root) => workspaces.resolve(root)));
  for (const source of sources) {
    if (!inForce.some((root) => isSessionPlace(root, source.path, workspaces.style))) continue;
    if (await isExcluded(source)) paths.add(source.path);
  }
  return paths;
}

function isSameState(one: Omit<SourceFile, "path">, other: SourceFile): boolean {
  return one.identity === other.identity && one.bytes === other.bytes && one.modifiedMs === other.modifiedMs;
}
