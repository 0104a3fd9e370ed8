import type { EventKey } from "../../../ports/event-record.ts";
import type { FilterRecord } from "../../../ports/filter-record.ts";
import type { SourceKey } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { RecallError } from "../../model/errors.ts";
import type { DiscoveredSession, RecallDiscovery } from "../../model/recall.ts";
import { parseRecallQuery, type RecallQuery } from "../../query/parse-recall-query.ts";
import { validateFilter } from "../../query/validate-request.ts";
import { coverageOf, isWaiting, type SyncOutcome } from "../coverage-of.ts";
import type { CallOptions, Caller, RecallDiscoverRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { Scope } from "../scope/resolve-scope.ts";
import { matchEvents } from "../search/match-events.ts";
import { type SelectedSources, selectSources } from "../search/select-sources.ts";
import { RECALLED_SESSIONS } from "./browse-sessions.ts";
import { clampCount } from "./clamp-count.ts";
import { isTemporarySession } from "./is-temporary-session.ts";
import { type MatchedMessage, matchedMessages, type RankedSession, rankSessions } from "./rank-sessions.ts";
import { resolveRecallScope } from "./recall-scope.ts";
import { renderDiscovered } from "./render-discovered.ts";
import { syncWarningOf } from "./sync-report.ts";

/** Messages of one session that may turn out to have changed before the session is given up. */
const CHANGED_MESSAGES = 3;

const DISCOVERABLE_ROLES: readonly unknown[] = ["user", "assistant", undefined];

/**
 * Sessions whose user or assistant text holds what is asked for, by their best message. Left out: the caller's own session with what it
 * inherited, and sessions of temporary folders. A message that forks inherited counts for the parent-most session that the caller may see.
 * Every snippet comes from the file and is verified: where the file has changed, the next message stands for the session, and coverage says
 * `catching-up`. Errors: `InvalidQuery`, `InvalidFilter`, `InvalidRequest`, `IndexUnavailable` where there is no discovery index, `Cancelled`.
 * Cost: the match, one read of order keys per match, one record per shown session.
 */
export async function discoverSessions(
  request: RecallDiscoverRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions = {},
): Promise<RecallDiscovery> {
  const query = parseRecallQuery(request.query);
  const valid = validateDiscovery(request);
  const limit = clampCount("limit", request.limit, RECALLED_SESSIONS);
  const { discovery } = parts;
  if (discovery === undefined) {
    throw new RecallError("IndexUnavailable", "This index has no discovery: browse, read and scroll work without it.");
  }
  const scope = await resolveRecallScope(caller, parts);
  const selected = await selectDiscoverable(request, caller, scope, parts);
  const filter: FilterRecord = { ...valid, ...selected };
  const matches = await matchEvents(
    query.tree,
    filter,
    { ...parts, engine: discovery },
    { relevance: true, ...options },
  );
  const messages = await matchedMessages(matches, scope, parts, options);
  const ranked = rankSessions(messages);
  const { sessions, unconfirmed } = await showSessions(ranked, messages, { query, scope, parts, limit, options });
  const coverage = await coverageOf(scope, parts, outcome, unconfirmed);
  const syncWarning = syncWarningOf(coverage, outcome);
  return {
    mode: "discovery",
    sessions,
    totals: {
      sessions: ranked.length,
      messages: ranked.reduce((total, session) => total + session.messages, 0),
    },
    pendingSessions: await countPending(selected.sources, scope, parts),
    coverage,
    ...(syncWarning && { syncWarning }),
  };
}

function validateDiscovery({ role, time }: RecallDiscoverRequest) {
  if (!DISCOVERABLE_ROLES.includes(role)) {
    throw new RecallError("InvalidFilter", "`role` must be user or assistant.");
  }
  return validateFilter({
    // The discovery index holds no other kinds, and a filter costs a look at every matching event.
    ...(role !== undefined && { kinds: [`${role}.text`] }),
    ...(time !== undefined && { time }),
  });
}

async function selectDiscoverable(
  { cwd }: RecallDiscoverRequest,
  caller: Caller,
  scope: Scope,
  parts: HistoryParts,
): Promise<SelectedSources> {
  const selected = await selectSources(cwd === undefined ? {} : { cwd }, caller, scope, parts);
  const isListed = (key: SourceKey): boolean => {
    const source = scope.byKey.get(key);
    return source !== undefined && !isTemporarySession(source);
  };
  return { ...selected, sources: new Set([...selected.sources].filter(isListed)) };
}

/** Shows the first sessions. What a file does not confirm is taken out, and the rest ranked anew. */
async function showSessions(
  ranked: readonly RankedSession[],
  messages: readonly MatchedMessage[],
  context: {
    readonly query: RecallQuery;
    readonly scope: Scope;
    readonly parts: HistoryParts;
    readonly limit: number;
    readonly options: CallOptions;
  },
): Promise<{ sessions: DiscoveredSession[]; unconfirmed: number }> {
  const shown = new Map<EventKey, DiscoveredSession>();
  const changed = new Set<EventKey>();
  const changes = new Map<SourceKey, number>();
  for (let standing = ranked; ; ) {
    const first = standing.slice(0, context.limit);
    const before = changed.size;
    for (const session of first) {
      throwIfCancelled(context.options.signal);
      const { best, source } = session;
      const discovered = shown.get(best.event) ?? (await renderDiscovered(session, context));
      if (discovered) shown.set(best.event, { ...discovered, matchingMessages: session.messages });
      else {
        changed.add(best.event);
        changes.set(source, (changes.get(source) ?? 0) + 1);
      }
    }
    if (changed.size === before) {
      return { sessions: first.flatMap(({ best }) => shown.get(best.event) ?? []), unconfirmed: changed.size };
    }
    const isGivenUp = (source: SourceKey): boolean => (changes.get(source) ?? 0) >= CHANGED_MESSAGES;
    standing = rankSessions(messages.filter(({ event, source }) => !changed.has(event) && !isGivenUp(source)));
  }
}

/** Sessions of those that were looked at whose messages are not all searchable yet. */
async function countPending(sources: ReadonlySet<SourceKey>, scope: Scope, parts: HistoryParts): Promise<number> {
  const behind = new Set((await parts.store.undiscovered()).map((mark) => mark.source));
  return [...sources].filter((key) => {
    const source = scope.byKey.get(key);
    return source !== undefined && (behind.has(key) || isWaiting(source));
  }).length;
}
