import type { IndexStatus, SessionListing } from "../model/session-listing.ts";
import { validateInteger } from "../query/validate-request.ts";
import { boundName } from "../text/bound-name.ts";
import { compareKnownDescending, compareTexts } from "../model/compare.ts";
import { coverageOf, type SyncOutcome } from "./coverage-of.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import type { Caller } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { resolveScope } from "./scope/resolve-scope.ts";

/** The sessions a caller may see, latest activity first. `limit`: 1 to 10,000, default all of them. Errors: `InvalidRequest`. */
export async function listSessions(
  request: { readonly limit?: number },
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
): Promise<SessionListing> {
  const limit = validateInteger("limit", request.limit, { from: 1, to: 10_000, byDefault: 10_000 });
  const scope = await resolveScope(caller, parts);
  const sessions = scope.visible.toSorted(
    (one, other) =>
      compareKnownDescending(lastActivity(one), lastActivity(other)) ||
      compareTexts(one.session.sessionId, other.session.sessionId),
  );
  return {
    sessions: sessions.slice(0, limit).map(({ key, bytes, session }) => {
      const parent = scope.lineages.get(key)?.parent;
      return {
        sessionId: session.sessionId,
        ...(session.name !== undefined && { name: boundName(session.name) }),
        cwd: session.cwd ?? "",
        startedAt: session.startedAt,
        ...(session.lastEntryTime !== null && { lastActivity: new Date(session.lastEntryTime).toISOString() }),
        events: session.events,
        bytes,
        ...(parent && { parentSessionId: parent.session.sessionId }),
      };
    }),
    coverage: await coverageOf(scope, parts, outcome),
  };
}

function lastActivity({ session }: SessionSourceRecord): number | null {
  return session.lastEntryTime ?? session.startedTime;
}

/** The state of the index, for the person whose machine it is on. */
export async function describeIndex(caller: Caller, parts: HistoryParts, outcome: SyncOutcome): Promise<IndexStatus> {
  const scope = await resolveScope(caller, parts);
  const { engine, location, bytes, version } = await parts.store.describe();
  return {
    engine,
    index: location,
    indexBytes: bytes,
    version,
    roots: parts.roots,
    workspaces: scope.workspaces,
    notices: [...(parts.notices ?? []), ...scope.notices],
    coverage: await coverageOf(scope, parts, outcome),
  };
}
