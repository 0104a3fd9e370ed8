import type { StoredEvent } from "../../../ports/event-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { RecallError } from "../../model/errors.ts";
import type { Event } from "../../model/event.ts";
import type { EventRead } from "../../model/event-read.ts";
import { DEFAULT_SETTINGS } from "../../model/settings.ts";
import { validateId, validateInteger } from "../../query/validate-request.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import { boundReceipt } from "../forks/bound-receipt.ts";
import { inSessionForks } from "../forks/in-session-forks.ts";
import { sessionForks } from "../forks/session-forks.ts";
import type { CallOptions, Caller, EventReadRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import { resolveScope } from "../scope/resolve-scope.ts";
import { VisibleSessions } from "../visible-session.ts";
import { boundOmissions } from "./bound-omissions.ts";
import { appendNeighbours, branchNeighbours } from "./branch-neighbours.ts";
import { type FragmentTarget, type PreviewedFragments, previewFragments } from "./preview-fragments.ts";
import { summarizeEvent } from "./summarize-event.ts";

/** Neighbours on each side that a read may ask for. */
export const MAX_NEIGHBOURS = 10;

/**
 * Reads one event from its source, with neighbours on request (design §7). Neighbours that the source no longer holds are left out, and
 * then coverage says `catching-up`.
 * Errors: `InvalidRequest`, `NotFound`, `Cancelled`, `SourceChanged` when the file no longer holds the event as it was indexed.
 */
export async function readEvent(
  request: EventReadRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  { signal }: CallOptions = {},
): Promise<EventRead> {
  const { sessionId, entryId, order, counts, target } = validateRead(request);
  const scope = await resolveScope(caller, parts);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const { source, event: stored } = await sessions.find(sessionId, entryId, caller);
  throwIfCancelled(signal);
  const event = await loadEvent(stored, source, parts);
  if (event === undefined) throw sourceChanged();
  const { before, after } =
    order === "append"
      ? await appendNeighbours(stored, sessions, counts)
      : await branchNeighbours(stored, source, sessions, counts);
  const beside = await loadAll([...before, ...after], source, parts, signal);
  const previews = previewFragments(
    event,
    beside.map((neighbour) => neighbour.event),
    target,
    (parts.settings ?? DEFAULT_SETTINGS).limits,
  );
  const coverage = await coverageOf(scope, parts, outcome, before.length + after.length - beside.length);
  throwIfCancelled(signal);
  const path = order === "append" ? [stored] : [...before, stored, ...after];
  const forks = [...(await inSessionForks(path, source, sessions)), ...(await sessionForks(path, source, sessions))];
  const reads: EventRead[] = [];
  for (const [at, neighbour] of beside.entries()) {
    reads.push(await assemble(neighbour.stored, neighbour.event, previews.neighbours[at] as PreviewedFragments));
  }
  const isBefore = (at: number): boolean => before.includes((beside[at] as (typeof beside)[number]).stored);
  return {
    ...(await assemble(stored, event, previews.target)),
    before: reads.filter((_, at) => isBefore(at)),
    after: reads.filter((_, at) => !isBefore(at)),
    forks: forks.map(boundReceipt),
  };

  async function assemble(of: StoredEvent, read: Event, fragments: PreviewedFragments): Promise<EventRead> {
    return {
      event: await summarizeEvent(of, read, source, sessions, parts),
      ...fragments,
      omissions: boundOmissions(read.omissions),
      before: [],
      after: [],
      forks: [],
      coverage,
    };
  }
}

function validateRead(request: EventReadRequest) {
  const { order = "branch", fragmentId, offset } = request;
  if (order !== "branch" && order !== "append") {
    throw new RecallError("InvalidRequest", "`order` must be branch or append.");
  }
  if (offset !== undefined && fragmentId === undefined) {
    throw new RecallError("InvalidRequest", "`offset` needs a `fragmentId`: name the fragment that a search hit gave.");
  }
  const range = { from: 0, to: MAX_NEIGHBOURS, byDefault: 0 };
  const target: FragmentTarget | undefined =
    fragmentId === undefined
      ? undefined
      : { fragmentId: validateId("fragmentId", fragmentId), ...(offset !== undefined && { offset }) };
  return {
    sessionId: validateId("sessionId", request.sessionId),
    entryId: validateId("entryId", request.entryId),
    order,
    counts: {
      before: validateInteger("before", request.before, range),
      after: validateInteger("after", request.after, range),
    },
    target,
  };
}

/** Neighbours that the source still holds. */
async function loadAll(
  events: readonly StoredEvent[],
  source: SessionSourceRecord,
  parts: HistoryParts,
  signal: AbortSignal | undefined,
): Promise<{ stored: StoredEvent; event: Event }[]> {
  const loaded: { stored: StoredEvent; event: Event }[] = [];
  for (const stored of events) {
    throwIfCancelled(signal);
    const event = await loadEvent(stored, source, parts);
    if (event) loaded.push({ stored, event });
  }
  return loaded;
}

/** The index names an event that its file does not hold any more. */
export function sourceChanged(): RecallError {
  return new RecallError(
    "SourceChanged",
    "The session file no longer holds this event as it was indexed: bring the index up to date and search again.",
  );
}
