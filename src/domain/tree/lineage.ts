import type { SourceKey, StoredSource } from "../../ports/source-record.ts";
import { compareKnown, compareTexts } from "../model/compare.ts";

/** A source that is a session. */
export type SessionSourceRecord = StoredSource & { readonly session: NonNullable<StoredSource["session"]> };

/** Where a session stands among the sessions that the caller may see. */
export interface LineagePlace {
  /** Identity of the lineage: equal for connected sessions. */
  readonly lineage: string;
  /** Steps from the root of the lineage, from 0. */
  readonly depth: number;
  readonly parent?: SessionSourceRecord;
}

/**
 * Connects sessions through `parentSession` (design §2): by real path, else by a base name that only one visible session's files have.
 * `duplicates` are further visible files of the sessions: their paths lead to the session as well. Sessions that name one unresolved
 * parent are siblings. A cycle is cut at its earliest session. Does not depend on the order of the sessions. Cost: linear.
 */
export function resolveLineages(
  visible: readonly SessionSourceRecord[],
  duplicates: readonly SessionSourceRecord[] = [],
): Map<SourceKey, LineagePlace> {
  const bySessionId = new Map(visible.map((source) => [source.session.sessionId, source]));
  const byPath = new Map<string, SessionSourceRecord>();
  const byBaseName = new Map<string, Set<SessionSourceRecord>>();
  for (const { path, session } of [...visible, ...duplicates]) {
    const source = bySessionId.get(session.sessionId) as SessionSourceRecord;
    byPath.set(path, source);
    const named = byBaseName.get(baseName(path));
    if (named) named.add(source);
    else byBaseName.set(baseName(path), new Set([source]));
  }
  const parents = new Map<SourceKey, SessionSourceRecord>();
  for (const source of visible) {
    const parent = resolveParent(source, byPath, byBaseName);
    if (parent) parents.set(source.key, parent);
  }
  cutCycles(visible, parents);
  const places = new Map<SourceKey, LineagePlace>();
  for (const source of visible) placeOf(source, parents, places);
  return places;
}

function resolveParent(
  source: SessionSourceRecord,
  byPath: ReadonlyMap<string, SessionSourceRecord>,
  byBaseName: ReadonlyMap<string, ReadonlySet<SessionSourceRecord>>,
): SessionSourceRecord | undefined {
  const { parentSession, parentRealPath } = source.session;
  if (parentSession === undefined) return undefined;
  const named = byPath.get(parentRealPath ?? parentSession);
  if (named) return named.key === source.key ? undefined : named;
  const [candidate, ...others] = byBaseName.get(baseName(parentSession)) ?? [];
  return others.length === 0 && candidate?.key !== source.key ? candidate : undefined;
}

function placeOf(
  source: SessionSourceRecord,
  parents: ReadonlyMap<SourceKey, SessionSourceRecord>,
  places: Map<SourceKey, LineagePlace>,
): void {
  const chain: SessionSourceRecord[] = [];
  let current: SessionSourceRecord | undefined = source;
  while (current !== undefined && !places.has(current.key)) {
    chain.push(current);
    current = parents.get(current.key);
  }
  for (const item of chain.toReversed()) {
    const parent = parents.get(item.key);
    const above = parent && places.get(parent.key);
    if (parent && above) places.set(item.key, { lineage: above.lineage, depth: above.depth + 1, parent });
    else places.set(item.key, { lineage: rootLineage(item), depth: 0 });
  }
}

/** Roots that name one and the same parent which nobody can show are siblings. */
function rootLineage(root: SessionSourceRecord): string {
  const { parentSession, parentRealPath } = root.session;
  const named = parentRealPath ?? parentSession;
  return named === undefined || named === root.path ? `session ${root.key}` : `unresolved ${named}`;
}

/** Takes the parent from the earliest session of every cycle. Each session is walked over once. */
function cutCycles(sources: readonly SessionSourceRecord[], parents: Map<SourceKey, SessionSourceRecord>): void {
  const walkOf = new Map<SourceKey, number>();
  for (const [walk, source] of sources.entries()) {
    const chain: SessionSourceRecord[] = [];
    let current: SessionSourceRecord | undefined = source;
    while (current !== undefined && !walkOf.has(current.key)) {
      walkOf.set(current.key, walk);
      chain.push(current);
      current = parents.get(current.key);
    }
    if (current === undefined || walkOf.get(current.key) !== walk) continue;
    const cycle = chain.slice(chain.findIndex((item) => item.key === current.key));
    const earliest = cycle.toSorted(compareAge)[0];
    if (earliest) parents.delete(earliest.key);
  }
}

/** Orders sessions by age, the oldest first; those that do not say stand last. */
export function compareAge(one: SessionSourceRecord, other: SessionSourceRecord): number {
  return (
    compareKnown(one.session.startedTime, other.session.startedTime) ||
    compareTexts(one.session.sessionId, other.session.sessionId) ||
    compareTexts(one.path, other.path)
  );
}

/** The last part of a path of either style: a session may have been written on another system. */
function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
