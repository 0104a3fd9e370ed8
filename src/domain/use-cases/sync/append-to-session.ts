import type { IndexableEvent, StateRecord, StoredEvent } from "../../../ports/event-record.ts";
import type { SourceChange } from "../../../ports/event-store.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import type { Event } from "../../model/event.ts";
import { type CallCarrier, findCall } from "../../relations/find-call.ts";
import type { ToolPair } from "../../relations/pair-tool-calls.ts";
import { branchStates } from "../../tree/branch-states.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { selectionStates } from "../../tree/selection-states.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { EventStates } from "../live-states.ts";
import { loadEvent } from "../load-event.ts";
import { callsOf, indexableEvent, linkRelations, runsOwnTool } from "./index-session.ts";
import type { PlacedEvent, SessionReading } from "./read-session.ts";

/** Ancestors that are looked at for the call of one result, and for all results of an append; beyond that the file is read anew. */
const CALL_SEARCH = 64;

const UNKNOWN: EventStates = { branchState: "unknown", selectionState: "unknown" };

/**
 * How the rows of a session change when records were appended to it, at a cost that depends on what was appended and not on the session.
 * Undefined where that cannot be told from the index alone: an id that comes again, or that earlier entries already named, or a result
 * whose call is far away. Then the whole file has to be read.
 */
export async function appendToSession(
  known: SessionSourceRecord,
  reading: SessionReading,
  parts: HistoryParts,
): Promise<(Pick<SourceChange, "append" | "states" | "relations"> & { readonly shortened: number }) | undefined> {
  const added = new Map(reading.events.map((placed) => [placed.event.entryId, placed]));
  if (reading.skipped.has("duplicate-entry-id")) return undefined;
  for (const entryId of added.keys()) if (await isKnown(entryId, known, parts)) return undefined;
  const pairs = new Map<string, ToolPair & { readonly isOwn: boolean }>();
  for (const { event } of reading.events) {
    const { answers } = callsOf(event);
    if (answers === undefined) continue;
    const pair = await pairResult(event, answers, added, known, parts);
    if (pair === "unclear") return undefined;
    if (pair) pairs.set(event.entryId, pair);
  }
  const relations = linkRelations(
    reading.events.map(({ event }) => event),
    pairs,
    known.session.cwd,
    parts,
  );
  const { appended, changed } = await statesAfter(known, reading.events, relations, parts);
  let shortened = 0;
  const append = reading.events.map((placed): IndexableEvent => {
    const indexed = indexableEvent(
      placed,
      appended.get(placed.event.entryId) ?? UNKNOWN,
      pairs.get(placed.event.entryId)?.isOwn ?? false,
      parts,
    );
    shortened += indexed.shortened;
    return indexed.event;
  });
  return { append, states: changed, relations, shortened };
}

/** True when the index already holds the id, or something that named it before it came. */
async function isKnown(entryId: string, known: SessionSourceRecord, parts: HistoryParts): Promise<boolean> {
  return (
    (await parts.store.event(known.key, entryId)) !== undefined ||
    (await parts.store.children(known.key, entryId)).length > 0 ||
    (await parts.store.relationsTo(known.key, entryId)).length > 0
  );
}

async function pairResult(
  result: Event,
  callId: string,
  added: ReadonlyMap<string, PlacedEvent>,
  known: SessionSourceRecord,
  parts: HistoryParts,
): Promise<(ToolPair & { readonly isOwn: boolean }) | "unclear" | undefined> {
  let steps = 0;
  let isUnclear = false;
  const met = new Map<string, Event>();
  async function* ancestors(): AsyncGenerator<CallCarrier> {
    for (let parentId = result.parentId; parentId !== null; ) {
      const placed = added.get(parentId);
      const stored = placed ? undefined : await parts.store.event(known.key, parentId);
      if (!placed && !stored) return;
      isUnclear = ++steps > CALL_SEARCH || met.has(parentId);
      if (isUnclear) return;
      const event =
        placed?.event ?? (stored && canTakePart(stored) ? await loadEvent(stored, known, parts) : undefined);
      if (event) {
        met.set(parentId, event);
        yield { entryId: parentId, ...callsOf(event) };
      } else if (stored && canTakePart(stored)) {
        isUnclear = true;
        return;
      }
      parentId = placed ? placed.event.parentId : (stored?.parentId ?? null);
    }
  }
  const pair = await findCall(result.entryId, callId, ancestors());
  if (isUnclear || (pair && !(await isRooted(result, added, known, parts)))) return "unclear";
  const call = pair && met.get(pair.call);
  return pair && call && { ...pair, isOwn: runsOwnTool(call, callId) };
}

/** False for an event on or below a cycle, where nothing is paired, and where the index cannot tell. */
async function isRooted(
  event: Event,
  added: ReadonlyMap<string, PlacedEvent>,
  known: SessionSourceRecord,
  parts: HistoryParts,
): Promise<boolean> {
  const visited = new Set<string>();
  let parentId = event.parentId;
  for (let placed = added.get(parentId ?? ""); placed !== undefined; placed = added.get(parentId ?? "")) {
    if (visited.has(placed.event.entryId)) return false;
    visited.add(placed.event.entryId);
    parentId = placed.event.parentId;
  }
  const stored = parentId === null ? undefined : await parts.store.event(known.key, parentId);
  return stored?.branchState !== "unknown";
}

/** Only events with calls or results need to be read from the file. */
function canTakePart(stored: StoredEvent): boolean {
  return stored.role === "toolResult" || stored.fragments.some((fragment) => fragment.kind === "tool.call");
}

async function statesAfter(
  known: SessionSourceRecord,
  appended: readonly PlacedEvent[],
  relations: readonly RelationRecord[],
  parts: HistoryParts,
): Promise<{ appended: ReadonlyMap<string, EventStates>; changed: StateRecord[] }> {
  const leaf =
    known.session.leafId === undefined ? undefined : await parts.store.event(known.key, known.session.leafId);
  const continued = leaf && continuedStates(leaf, appended);
  if (continued) return { appended: continued, changed: [] };
  const held = await parts.store.eventsOfSource(known.key);
  const links = [...(await parts.store.relationsOfSource(known.key)), ...relations];
  const byId = new Map<string, StoredEvent | Event>(held.map((event) => [event.entryId, event]));
  for (const { event } of appended) byId.set(event.entryId, event);
  const leafId = appended.at(-1)?.event.entryId ?? known.session.leafId ?? null;
  const branches = branchStates(byId, leafId);
  const selections = selectionStates(byId, links, leafId, branches);
  const statesOf = (entryId: string): EventStates => ({
    branchState: branches.get(entryId) ?? "unknown",
    selectionState: selections.get(entryId) ?? "unknown",
  });
  const changed = held
    .map((event) => ({ event, now: statesOf(event.entryId) }))
    .filter(({ event, now }) => event.branchState !== now.branchState || event.selectionState !== now.selectionState)
    .map(({ event, now }) => ({ entryId: event.entryId, ...now }));
  return { appended: new Map(appended.map(({ event }) => [event.entryId, statesOf(event.entryId)])), changed };
}

/**
 * States of entries that go on from the leaf, one after the other, and change nothing before them: the leaf's path grows. Undefined
 * where they branch off, or where one of them summarizes or edits what came before.
 */
function continuedStates(leaf: StoredEvent, appended: readonly PlacedEvent[]): Map<string, EventStates> | undefined {
  const states = new Map<string, EventStates>();
  if (leaf.branchState !== "selected") return undefined;
  let parentId = leaf.entryId;
  for (const { event } of appended) {
    if (event.parentId !== parentId || event.entryType === "context_edit") return undefined;
    const selectionState = SELECTION_ON_PATH[event.contribution];
    if (selectionState === undefined) return undefined;
    const isNode = event.contribution === "none" && event.entryType !== "branch_summary";
    states.set(event.entryId, { branchState: "selected", selectionState: isNode ? "not-applicable" : selectionState });
    parentId = event.entryId;
  }
  return states;
}

/** What an entry behind the latest compaction is; those that stand for others are not decided here. */
const SELECTION_ON_PATH: Readonly<Partial<Record<Event["contribution"], EventStates["selectionState"]>>> = {
  none: "not-selected",
  message: "direct",
  system: "direct",
  excluded: "not-selected",
  unreadable: "unknown",
};
