import type { SourceKey, StoredSource } from "../../../ports/source-record.ts";
import { notFound } from "../../model/errors.ts";
import { compareKnownDescending, compareTexts } from "../../model/compare.ts";
import { type LineagePlace, resolveLineages, type SessionSourceRecord } from "../../tree/lineage.ts";
import type { Caller } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { type AuthorizedRoots, authorizedRoots } from "./authorized-roots.ts";
import { isAbsolutePath, isPathWithin, isSamePath } from "./path-within.ts";
import { isSessionPlace } from "./session-place.ts";

/** What one caller may see, worked out anew for every call. */
export interface Scope {
  /** One file per visible session. */
  readonly visible: readonly SessionSourceRecord[];
  /** Visible files that hold a session which another visible file holds in a later state. */
  readonly duplicates: readonly SessionSourceRecord[];
  /** Files under the roots in force that are no session: nothing tells whose they are. */
  readonly unidentified: readonly StoredSource[];
  readonly bySessionId: ReadonlyMap<string, SessionSourceRecord>;
  readonly byKey: ReadonlyMap<SourceKey, SessionSourceRecord>;
  readonly lineages: ReadonlyMap<SourceKey, LineagePlace>;
  /** The file of the caller's own session, where the index holds it. */
  readonly own?: SessionSourceRecord;
  /** Resolves the links of a folder, once per folder and call: thousands of sessions may lie in as many folders. */
  readonly resolve: (folder: string) => Promise<string>;
  readonly workspaces: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Authorizes a caller (design §10) and picks one file per session (design §4): the latest last entry, then the larger, then the
 * smaller real path. Duplicates compete among what the caller may see. Cost: linear in the known files.
 */
export async function resolveScope(caller: Caller, parts: HistoryParts): Promise<Scope> {
  const { workspaces } = parts;
  const resolve = rememberResolved(parts);
  const rootsInForce = await Promise.all(parts.roots.map(resolve));
  const placed = (await parts.store.sources()).filter((source) =>
    rootsInForce.some((root) => isSessionPlace(root, source.path, workspaces.style)),
  );
  const all = await withoutExcluded(placed, parts, resolve);
  const authorized: AuthorizedRoots = caller.everything
    ? { roots: [], notices: [] }
    : await authorizedRoots(caller, workspaces, parts.settings);
  const sessions = all.filter(isSession);
  const folders = [...new Set(sessions.map(({ session }) => session.cwd))];
  // Together: one after the other, thousands of folders would each wait for the disk.
  const verdicts = await Promise.all(folders.map(async (cwd) => caller.everything || isVisible(cwd)));
  const visibleFolders = new Set(folders.filter((_, at) => verdicts[at]));
  const allowed = sessions.filter(({ session }) => visibleFolders.has(session.cwd));
  const unidentified = all.filter((source) => !isSession(source));
  const { winners, duplicates } = pickWinners(allowed);
  const bySessionId = new Map(winners.map((source) => [source.session.sessionId, source]));
  const own = caller.session && bySessionId.get(caller.session.sessionId);
  return {
    visible: winners,
    duplicates,
    unidentified,
    bySessionId,
    byKey: new Map(winners.map((source) => [source.key, source])),
    lineages: resolveLineages(winners, duplicates),
    ...(own && { own }),
    resolve,
    workspaces: authorized.onlyExactly === undefined ? authorized.roots : [authorized.onlyExactly],
    notices: authorized.notices,
  };

  async function isVisible(cwd: string | undefined): Promise<boolean> {
    if (cwd === undefined || !isAbsolutePath(cwd, workspaces.style)) return false;
    const folder = await resolve(cwd);
    if (authorized.onlyExactly !== undefined) return isSamePath(authorized.onlyExactly, folder, workspaces.style);
    return authorized.roots.some((root) => isPathWithin(root, folder, workspaces.style));
  }
}

/** The session that a request names: an exact id, or `current`. Errors: the one public `NotFound`. */
export function findSession(scope: Scope, sessionId: string, caller: Caller): SessionSourceRecord {
  const source = sessionId === "current" && caller.session ? scope.own : scope.bySessionId.get(sessionId);
  if (source === undefined) throw notFound();
  return source;
}

/** Whatever the index holds: another process may not have heard of an exclusion. */
async function withoutExcluded(
  sources: readonly StoredSource[],
  { exclusions, workspaces }: HistoryParts,
  resolve: (path: string) => Promise<string>,
): Promise<readonly StoredSource[]> {
  if (exclusions === undefined || exclusions.isEmpty) return sources;
  const isExcluded = await exclusions.rule({ style: workspaces.style, resolve });
  const verdicts = await Promise.all(sources.map(isExcluded));
  return sources.filter((_, at) => !verdicts[at]);
}

function rememberResolved(parts: HistoryParts): (path: string) => Promise<string> {
  const resolved = new Map<string, Promise<string>>();
  return (path) => {
    let known = resolved.get(path);
    if (known === undefined) {
      known = parts.workspaces.resolve(path);
      resolved.set(path, known);
    }
    return known;
  };
}

/** True for a file that is a session, in whatever state its index is. */
export function isSession(source: StoredSource): source is SessionSourceRecord {
  return source.session !== undefined && source.state !== "skipped";
}

function pickWinners(sources: readonly SessionSourceRecord[]): {
  winners: SessionSourceRecord[];
  duplicates: SessionSourceRecord[];
} {
  const winners = new Map<string, SessionSourceRecord>();
  const duplicates: SessionSourceRecord[] = [];
  for (const source of sources.toSorted(compareCurrency)) {
    if (winners.has(source.session.sessionId)) duplicates.push(source);
    else winners.set(source.session.sessionId, source);
  }
  return { winners: [...winners.values()], duplicates };
}

/** The state of a session that stands comes first. */
function compareCurrency(one: SessionSourceRecord, other: SessionSourceRecord): number {
  return (
    compareKnownDescending(one.session.lastEntryTime, other.session.lastEntryTime) ||
    other.bytes - one.bytes ||
    compareTexts(one.path, other.path)
  );
}
