import type { EventKey } from "../../../ports/event-record.ts";
import type { FilterRecord } from "../../../ports/filter-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { EventSearchAnswer, EventSearchHit } from "../../model/hit.ts";
import { parseEventQuery } from "../../query/parse-event-query.ts";
import { DEFAULT_SETTINGS } from "../../model/settings.ts";
import { validateFilter, validateInteger } from "../../query/validate-request.ts";
import type { CoalescedMatches } from "../../ranking/coalesce.ts";
import type { CollapsedCopies } from "../../ranking/collapse-copies.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import type { CallOptions, Caller, EventSearchRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { type EventStates, liveStates } from "../live-states.ts";
import { resolveScope, type Scope } from "../scope/resolve-scope.ts";
import { explainNoMatch } from "./explain-no-match.ts";
import { matchEvents } from "./match-events.ts";
import { type RankedEvent, rankMatches } from "./rank-matches.ts";
import { renderHit } from "./render-hit.ts";
import { selectSources } from "./select-sources.ts";

export const MAX_HITS = 50;

/**
 * Finds events (design §6): authorize, match, coalesce, order, collapse copies, confirm from the source.
 * Errors: `InvalidQuery`, `InvalidFilter`, `InvalidRequest`, `NotFound` for a named session, `IndexUnavailable`.
 */
export async function searchEvents(
  request: EventSearchRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions = {},
): Promise<EventSearchAnswer> {
  const query = parseEventQuery(request.query);
  const valid = validateFilter(request);
  const { hits: byDefault } = (parts.settings ?? DEFAULT_SETTINGS).limits;
  const limit = validateInteger("limit", request.limit, { from: 1, to: MAX_HITS, byDefault });
  const scope = await resolveScope(caller, parts);
  const live = await liveStates(scope.own, caller, parts);
  const filter: FilterRecord = {
    ...valid,
    ...(await selectSources(request, caller, scope, parts)),
    ...(live && { liveStates: live }),
  };
  const matches = await matchEvents(query.tree, filter, parts, { relevance: true, ...options });
  const leaves = query.clauses.map((clause) => clause.tree);
  const collapse = request.sessionId === undefined;
  const { hits, unconfirmed } = await topHits(matches, { scope, parts, leaves, collapse, limit, live, ...options });
  return {
    hits,
    totals: { events: matches.size, fragments: matches.fragments },
    coverage: await coverageOf(scope, parts, outcome, unconfirmed),
    ...(query.ignoredTerms.length > 0 && { ignoredTerms: query.ignoredTerms }),
    ...(matches.size === 0 && {
      noMatch: await explainNoMatch({ request, query, filter, caller, scope, parts, ...options }),
    }),
  };
}

async function topHits(
  matches: CoalescedMatches,
  context: {
    readonly scope: Scope;
    readonly parts: HistoryParts;
    readonly leaves: Parameters<typeof renderHit>[2]["leaves"];
    readonly collapse: boolean;
    readonly limit: number;
    readonly live: ReadonlyMap<EventKey, EventStates> | undefined;
  } & CallOptions,
): Promise<{ hits: EventSearchHit[]; unconfirmed: number }> {
  const hits: EventSearchHit[] = [];
  let unconfirmed = 0;
  for await (const ranked of rankMatches(matches, context.scope, context.parts, context)) {
    if (hits.length >= context.limit) break;
    // Where a file is gone or changed, the next copy stands for the event.
    for (let shown: typeof ranked | undefined = ranked; shown !== undefined; shown = withoutCanonical(shown)) {
      throwIfCancelled(context.signal);
      const [stored] = await context.parts.store.events([shown.canonical.match.event]);
      const states = stored && (context.live?.get(stored.key) ?? stored);
      const hit = stored && states && (await renderHit(shown, stored, { ...context, states }));
      if (hit) {
        hits.push(hit);
        break;
      }
      unconfirmed++;
    }
  }
  return { hits, unconfirmed };
}

function withoutCanonical({ copies }: CollapsedCopies<RankedEvent>): CollapsedCopies<RankedEvent> | undefined {
  const [canonical, ...others] = copies;
  return canonical && { canonical, copies: others };
}
