import type { EventKey } from "../../../ports/event-record.ts";
import type { FilterRecord } from "../../../ports/filter-record.ts";
import type { SourceKey } from "../../../ports/source-record.ts";
import { RecallError } from "../../model/errors.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { Caller, EventSearchRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isAbsolutePath, isPathWithin } from "../scope/path-within.ts";
import { findSession, type Scope } from "../scope/resolve-scope.ts";

/** The part of a filter that says whose events may answer. */
export type SelectedSources = Pick<FilterRecord, "sources" | "excludedEvents" | "cutoffs">;

/**
 * Which files a search looks at (design §6): one session when it is named, else every visible one except the caller's own and what
 * that one holds by inheritance, in whichever file it lies. `cwd` narrows either. In the caller's session only what was appended before
 * the invoking call is eligible.
 * Errors: `NotFound`; `InvalidFilter` for a relative `cwd`.
 */
export async function selectSources(
  request: Pick<EventSearchRequest, "sessionId" | "cwd">,
  caller: Caller,
  scope: Scope,
  parts: HistoryParts,
): Promise<SelectedSources> {
  const named = request.sessionId === undefined ? undefined : findSession(scope, request.sessionId, caller);
  const candidates = named ? [named] : scope.visible.filter((source) => source.key !== scope.own?.key);
  const chosen = request.cwd === undefined ? candidates : await below(request.cwd, candidates, scope, parts);
  const cutoff = scope.own && (await invocationCutoff(scope.own, caller, parts));
  return {
    sources: new Set(chosen.map((source) => source.key)),
    ...(!named && scope.own && { excludedEvents: await inheritedEvents(scope.own, scope, parts) }),
    ...(cutoff !== undefined && scope.own && { cutoffs: new Map([[scope.own.key, cutoff]]) }),
  };
}

/**
 * Position from which entries of the caller's own session are invisible to it: that of the entry holding the invoking call.
 * Undefined when there is none, or the index has not met it yet (then it holds nothing later either).
 */
export async function invocationCutoff(
  own: SessionSourceRecord,
  caller: Caller,
  parts: HistoryParts,
): Promise<number | undefined> {
  const invokedBy = caller.session?.invokedBy;
  if (invokedBy === undefined) return undefined;
  return (await parts.store.event(own.key, invokedBy))?.position;
}

/** Events of other sessions of the caller's lineage that the caller's session holds too: they are its own history. */
async function inheritedEvents(own: SessionSourceRecord, scope: Scope, parts: HistoryParts): Promise<Set<EventKey>> {
  const lineage = scope.lineages.get(own.key)?.lineage;
  const relatives: SourceKey[] = scope.visible
    .filter((source) => source.key !== own.key && scope.lineages.get(source.key)?.lineage === lineage)
    .map((source) => source.key);
  return new Set(relatives.length === 0 ? [] : await parts.store.copies(own.key, relatives));
}

async function below(
  cwd: string,
  candidates: readonly SessionSourceRecord[],
  scope: Scope,
  parts: HistoryParts,
): Promise<SessionSourceRecord[]> {
  const { style } = parts.workspaces;
  if (typeof cwd !== "string" || !isAbsolutePath(cwd, style)) {
    throw new RecallError("InvalidFilter", "`cwd` must be an absolute path.");
  }
  const folder = await scope.resolve(cwd);
  const chosen: SessionSourceRecord[] = [];
  for (const source of candidates) {
    const own = source.session.cwd;
    if (own !== undefined && isAbsolutePath(own, style) && isPathWithin(folder, await scope.resolve(own), style))
      chosen.push(source);
  }
  return chosen;
}
