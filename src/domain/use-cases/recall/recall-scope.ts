import { notFound } from "../../model/errors.ts";
import { validateId } from "../../query/validate-request.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { Caller } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isAbsolutePath } from "../scope/path-within.ts";
import { findSession, resolveScope, type Scope } from "../scope/resolve-scope.ts";

/**
 * What recall may reach for this caller: as every other question (design §10), and everything where a person's configuration says
 * `recall.scope: "all"`.
 */
export function resolveRecallScope(caller: Caller, parts: HistoryParts): Promise<Scope> {
  const reachesAll = parts.settings?.recallScope === "all";
  return resolveScope(reachesAll ? { ...caller, everything: true } : caller, parts);
}

/**
 * The session that a request names: by its id, as `current`, or by the path of a file of it, links resolved. Errors: `InvalidRequest`; the
 * one public `NotFound` for everything that is no session of the scope.
 */
export async function findRecalled(
  scope: Scope,
  sessionId: string,
  caller: Caller,
  parts: HistoryParts,
): Promise<SessionSourceRecord> {
  const name = validateId("sessionId", sessionId);
  const isPath = name.endsWith(".jsonl") && isAbsolutePath(name, parts.workspaces.style);
  if (!isPath || scope.bySessionId.has(name)) return findSession(scope, name, caller);
  const path = await scope.resolve(name);
  const file = [...scope.visible, ...scope.duplicates].find((source) => source.path === path);
  const session = file && scope.bySessionId.get(file.session.sessionId);
  if (session === undefined) throw notFound();
  return session;
}
