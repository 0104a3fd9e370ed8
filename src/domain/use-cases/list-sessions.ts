import type { IndexStatus, SessionListing } from "../model/session-listing.ts";
import type { SettingInForce } from "../model/settings.ts";
import { throwIfCancelled } from "../model/cancellation.ts";
import { validateInteger } from "../query/validate-request.ts";
import { boundFolder, boundName } from "../text/bound-name.ts";
import { compareKnownDescending, compareTexts } from "../model/compare.ts";
import { coverageOf, type SyncOutcome } from "./coverage-of.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import type { CallOptions, Caller } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { resolveScope } from "./scope/resolve-scope.ts";

/** The sessions a caller may see, latest activity first. `limit`: 1 to 10,000, default all of them. Errors: `InvalidRequest`, `Cancelled`. */
export async function listSessions(
  request: { readonly limit?: number },
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  { signal }: CallOptions = {},
): Promise<SessionListing> {
  const limit = validateInteger("limit", request.limit, { from: 1, to: 10_000, byDefault: 10_000 });
  const scope = await resolveScope(caller, parts);
  throwIfCancelled(signal);
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
        cwd: boundFolder(session.cwd ?? ""),
        startedAt: boundName(session.startedAt),
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

/** The state of the index, for the person whose machine it is on. Errors: `Cancelled`. */
export async function describeIndex(
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  { signal }: CallOptions = {},
): Promise<IndexStatus> {
  const scope = await resolveScope(caller, parts);
  throwIfCancelled(signal);
  const { engine, location, bytes, version } = await parts.store.describe();
  return {
    engine,
    index: location,
    indexBytes: bytes,
    version,
    roots: parts.roots,
    workspaces: scope.workspaces,
    notices: [...(parts.notices ?? []), ...scope.notices],
    settings: (parts.settings?.inForce ?? []).map((setting) => settingFor(caller, setting)),
    coverage: await coverageOf(scope, parts, outcome),
  };
}

/** Workspace roots that the caller brings stand before configured ones: a person named them for this call. */
function settingFor({ workspaces }: Caller, setting: SettingInForce): SettingInForce {
  if (setting.name !== "workspaces" || workspaces === undefined || workspaces.length === 0) return setting;
  return { ...setting, value: workspaces, source: "command line" };
}
