import type { DiscoveredSession } from "../../model/recall.ts";
import { INDEXED_CODE_POINTS } from "../../projection/shorten-for-index.ts";
import type { RecallQuery } from "../../query/parse-recall-query.ts";
import { boundName } from "../../text/bound-name.ts";
import { codeUnitIndex } from "../../text/code-points.ts";
import { joinSpans } from "../../text/join-spans.ts";
import { densestSpan, snippetAround } from "../../text/snippet.ts";
import { substringSpans } from "../../text/substring-spans.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import type { Scope } from "../scope/resolve-scope.ts";
import { discoveredText, spokenText } from "../sync/discovered-fragments.ts";
import type { RankedSession } from "./rank-sessions.ts";
import { recalledSession } from "./recalled-session.ts";

/** Occurrences of one term among which a place is chosen: a megabyte may hold a million of a short one. */
const OCCURRENCES_PER_TERM = 4_096;

/**
 * A ranked session as discovery shows it, with a snippet of its best message from the file: undefined where the file no longer holds the
 * message as it was indexed. Cost: one read of the record and one pass over the text.
 */
export async function renderDiscovered(
  { best, source: key, messages }: RankedSession,
  { query, scope, parts }: { readonly query: RecallQuery; readonly scope: Scope; readonly parts: HistoryParts },
): Promise<DiscoveredSession | undefined> {
  const source = scope.byKey.get(key);
  const [stored] = await parts.store.events([best.event]);
  const event = source && stored && (await loadEvent(stored, source, parts));
  if (!source || !event?.fragments[best.ordinal]) return undefined;
  const terms = query.terms.map((term) => term.text);
  const snippet = snippetOf(spokenText(event), terms);
  return {
    ...recalledSession(source),
    matchMessageId: event.entryId,
    role: event.knownRole === "assistant" ? "assistant" : "user",
    timestamp: boundName(event.timestamp),
    snippet,
    matches: joinSpans(substringSpans(snippet, terms)),
    matchingMessages: messages,
  };
}

/** Looks for the terms in what discovery indexes of an over-long text, and shows the place where most of them stand. */
function snippetOf(text: string, terms: readonly string[]): string {
  const indexed = discoveredText(text);
  const { start, end } = densestSpan(substringSpans(indexed, terms, OCCURRENCES_PER_TERM)) ?? { start: 0, end: 0 };
  const isBehindCut = indexed.length < text.length && start > codeUnitIndex(text, INDEXED_CODE_POINTS / 2);
  const shift = isBehindCut ? text.length - indexed.length : 0;
  return snippetAround(text, start + shift, end + shift);
}
