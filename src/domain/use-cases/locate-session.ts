import type { SessionLocation } from "../model/session-location.ts";
import { validateId } from "../query/validate-request.ts";
import type { Caller, SessionOpenRequest } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { loadEvent } from "./load-event.ts";
import { findSession, resolveScope } from "./scope/resolve-scope.ts";
import { traceNode } from "./trace/trace-node.ts";
import { VisibleSessions } from "./visible-session.ts";

/**
 * Where a session lies that the caller may see, so that a person can go on with it in Pi. Authorized as a read is.
 * Errors: `InvalidRequest`, the one public `NotFound`.
 */
export async function locateSession(
  request: SessionOpenRequest,
  caller: Caller,
  parts: HistoryParts,
): Promise<SessionLocation> {
  const scope = await resolveScope(caller, parts);
  const source = findSession(scope, validateId("sessionId", request.sessionId), caller);
  const { sessionId, cwd = "" } = source.session;
  const location = { sessionId, path: source.path, cwd };
  if (request.entryId === undefined) return location;
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const { event } = await sessions.find(request.sessionId, validateId("entryId", request.entryId), caller);
  const { entryId, entryType, timestamp, preview } = traceNode(event, await loadEvent(event, source, parts), source);
  return { ...location, entry: { entryId, entryType, timestamp, preview } };
}
