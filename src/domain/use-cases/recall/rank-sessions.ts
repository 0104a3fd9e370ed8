import type { EventKey } from "../../../ports/event-record.ts";
import type { OrderKeyRecord } from "../../../ports/event-store.ts";
import type { SourceKey } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { CoalescedMatches } from "../../ranking/coalesce.ts";
import { collapseCopies, type CopyKey } from "../../ranking/collapse-copies.ts";
import { compareResults, type OrderKey } from "../../ranking/total-order.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { Scope } from "../scope/resolve-scope.ts";

/** One message that matched. */
export interface MatchedMessage extends CopyKey, OrderKey {
  readonly event: EventKey;
  readonly source: SourceKey;
}

/** A session with the messages that count for it. */
export interface RankedSession {
  readonly source: SourceKey;
  readonly best: MatchedMessage;
  readonly messages: number;
}

/** Order keys of one read. */
const KEYS = 5_000;

/** The matched messages with what their places are decided by. Cost: one read of order keys per match. Errors: `Cancelled`. */
export async function matchedMessages(
  matches: CoalescedMatches,
  scope: Scope,
  parts: HistoryParts,
  { signal }: CallOptions,
): Promise<MatchedMessage[]> {
  const messages: MatchedMessage[] = [];
  for (let from = 0; from < matches.size; from += KEYS) {
    throwIfCancelled(signal);
    const round = Array.from({ length: Math.min(KEYS, matches.size - from) }, (_, at) => matches.at(from + at));
    const keys = await parts.store.orderKeys(round.map((match) => match.event));
    const byKey = new Map(keys.map((key) => [key.key, key]));
    for (const { event, relevance, ordinal } of round) {
      const key = byKey.get(event);
      const message = key && matchedMessage(key, { relevance, ordinal }, scope);
      if (message) messages.push(message);
    }
  }
  return messages;
}

function matchedMessage(
  key: OrderKeyRecord,
  strength: Pick<OrderKey, "relevance" | "ordinal">,
  scope: Scope,
): MatchedMessage | undefined {
  const source = scope.byKey.get(key.source);
  const place = scope.lineages.get(key.source);
  if (!source || !place) return undefined;
  const { sessionId, startedTime } = source.session;
  const { entryId, entryType, contentHash, time } = key;
  const { lineage, depth } = place;
  return {
    ...strength,
    event: key.key,
    source: key.source,
    sessionId,
    startedTime,
    entryId,
    entryType,
    contentHash,
    time,
    lineage,
    depth,
  };
}

/**
 * Sessions in the order of their best message. A message that forks inherited counts once, for the session nearest to the root of the
 * lineage, so a fork stands here by what it holds of its own. Does not depend on the order of the messages. Cost: linear in them, plus sorting
 * the sessions.
 */
export function rankSessions(messages: readonly MatchedMessage[]): RankedSession[] {
  const sessions = new Map<SourceKey, { source: SourceKey; best: MatchedMessage; messages: number }>();
  for (const canonical of withoutCopies(messages)) {
    const session = sessions.get(canonical.source);
    if (session === undefined) {
      sessions.set(canonical.source, { source: canonical.source, best: canonical, messages: 1 });
      continue;
    }
    session.messages++;
    if (compareResults(canonical, session.best) < 0) session.best = canonical;
  }
  return [...sessions.values()].toSorted((one, other) => compareResults(one.best, other.best));
}

/** A lineage of which one session matches holds no copies: looking for them would be most of the work. */
function withoutCopies(messages: readonly MatchedMessage[]): Iterable<MatchedMessage> {
  const soleSource = new Map<string, SourceKey | undefined>();
  for (const { lineage, source } of messages) {
    if (!soleSource.has(lineage)) soleSource.set(lineage, source);
    else if (soleSource.get(lineage) !== source) soleSource.set(lineage, undefined);
  }
  const { alone = [], among = [] } = Object.groupBy(messages, ({ lineage }) =>
    soleSource.get(lineage) === undefined ? "among" : "alone",
  );
  return [...alone, ...collapseCopies(among).map(({ canonical }) => canonical)];
}
