import type { StoredEvent } from "../../../ports/event-record.ts";
import type { QueryLeaf } from "../../../ports/query-tree.ts";
import { fragmentId } from "../../model/fragment.ts";
import type { EventSearchHit } from "../../model/hit.ts";
import type { CollapsedCopies } from "../../ranking/collapse-copies.ts";
import { boundFolder, boundName } from "../../text/bound-name.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { EventStates } from "../live-states.ts";
import { loadEvent } from "../load-event.ts";
import type { Scope } from "../scope/resolve-scope.ts";
import { locateMatch } from "./locate-match.ts";
import type { RankedEvent } from "./rank-matches.ts";

/** Copies named in a hit; their count is always exact. */
const NAMED_COPIES = 5;

/**
 * Makes a hit of a ranked event from its source record, which confirms the match: undefined when the file no longer holds the event
 * or the fragment does not hold the query. Cost: one read of the record and one pass over the fragment.
 */
export async function renderHit(
  { canonical, copies }: CollapsedCopies<RankedEvent>,
  stored: StoredEvent,
  context: {
    readonly leaves: readonly QueryLeaf[];
    readonly scope: Scope;
    readonly parts: HistoryParts;
    readonly states: EventStates;
  },
): Promise<EventSearchHit | undefined> {
  const source = context.scope.byKey.get(canonical.source);
  if (source === undefined) return undefined;
  const event = await loadEvent(stored, source, context.parts);
  const fragment = event?.fragments[canonical.ordinal];
  const located = fragment && locateMatch(fragment.text, context.leaves);
  if (!event || !fragment || !located) return undefined;
  const { name, cwd, sessionId } = source.session;
  return {
    sessionId,
    ...(name !== undefined && { sessionName: boundName(name) }),
    cwd: boundFolder(cwd ?? ""),
    entryId: event.entryId,
    entryType: event.entryType,
    matchingFragmentId: fragmentId(fragment),
    semanticKind: fragment.kind,
    timestamp: boundName(event.timestamp),
    branchState: context.states.branchState,
    selectionState: context.states.selectionState,
    snippet: located.snippet,
    matchingFragmentCount: canonical.match.matchingFragmentCount,
    matchOffset: located.matchOffset,
    ...(fragment.toolName !== undefined && { toolName: boundName(fragment.toolName) }),
    ...(event.isError && { isError: true }),
    ...(copies.length > 0 && {
      copies: {
        count: copies.length,
        refs: copies.slice(0, NAMED_COPIES).map((copy) => ({ sessionId: copy.sessionId, entryId: copy.entryId })),
      },
    }),
  };
}
