import { throwIfCancelled } from "../../model/cancellation.ts";
import type { SessionLineage } from "../../model/lineage.ts";
import { validateId } from "../../query/validate-request.ts";
import { boundFolder, boundName } from "../../text/bound-name.ts";
import { compareAge, type SessionSourceRecord } from "../../tree/lineage.ts";
import type { CallOptions, Caller } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { findSession, resolveScope } from "../scope/resolve-scope.ts";
import { VisibleSessions } from "../visible-session.ts";

/**
 * The authorized sessions connected with one by `parentSession`, a parent before its children, each with the event at which it left its
 * parent. No transcript is loaded. Errors: `InvalidRequest`, `NotFound`, `Cancelled`.
 */
export async function traceSession(
  request: { readonly sessionId: string },
  caller: Caller,
  parts: HistoryParts,
  { signal }: CallOptions = {},
): Promise<SessionLineage> {
  const scope = await resolveScope(caller, parts);
  const named = findSession(scope, validateId("sessionId", request.sessionId), caller);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const lineage = scope.lineages.get(named.key)?.lineage;
  const members = scope.visible.filter((source) => scope.lineages.get(source.key)?.lineage === lineage);
  const lines: SessionLineage["sessions"][number][] = [];
  for (const source of depthFirst(members, scope.lineages)) {
    throwIfCancelled(signal);
    const { depth, parent } = scope.lineages.get(source.key) ?? { depth: 0 };
    const anchor = parent && (await sessions.forkAnchor(source, parent));
    const { sessionId, name, cwd, startedAt } = source.session;
    lines.push({
      sessionId,
      ...(name !== undefined && { name: boundName(name) }),
      cwd: boundFolder(cwd ?? ""),
      startedAt: boundName(startedAt),
      ...(parent && { parentSessionId: parent.session.sessionId }),
      depth,
      ...(parent && anchor && { anchor: { sessionId: parent.session.sessionId, entryId: anchor.entryId } }),
    });
  }
  return { sessions: lines };
}

/** Parents before their children, children of one parent by age: a walk that needs no stack of calls. */
function depthFirst(
  members: readonly SessionSourceRecord[],
  lineages: ReadonlyMap<number, { readonly parent?: SessionSourceRecord }>,
): SessionSourceRecord[] {
  const children = new Map<number | undefined, SessionSourceRecord[]>();
  for (const source of members) {
    const parent = lineages.get(source.key)?.parent?.key;
    children.set(parent, [...(children.get(parent) ?? []), source]);
  }
  const ordered: SessionSourceRecord[] = [];
  const waiting = (children.get(undefined) ?? []).toSorted(compareAge).toReversed();
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    ordered.push(source);
    waiting.push(...(children.get(source.key) ?? []).toSorted(compareAge).toReversed());
  }
  return ordered;
}
