import type { IndexableEvent, StateRecord, StoredEvent } from "../../../ports/event-record.ts";
import type { SourceChange } from "../../../ports/event-store.ts";
import type { Event } from "../../model/event.ts";
import { type CallCarrier, findCall, type ToolPair } from "../../relations/find-call.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { stateOnPath } from "../../tree/selection-states.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { EventStates } from "../live-states.ts";
import { loadEvent } from "../load-event.ts";
import { hasOtherStates, statesAtLeaf } from "../states-at-leaf.ts";
import { answerRelation, indexableEvent, recordedRelations } from "./index-session.ts";
import type { SessionReading } from "./read-session.ts";
import type { PlacedEvent } from "./session-outline.ts";

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
  const relations = reading.events.flatMap(({ event }) => {
    const pair = pairs.get(event.entryId);
    const recorded = recordedRelations(event, known.session.cwd, parts);
    return pair ? [...recorded, answerRelation(event.entryId, pair)] : recorded;
  });
  const { appended, changed } = await statesAfter(known, reading.events, parts);
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
  parts: HistoryParts,
): Promise<{ appended: ReadonlyMap<string, EventStates>; changed: StateRecord[] }> {
  const leaf =
    known.session.leafId === undefined ? undefined : await parts.store.event(known.key, known.session.leafId);
  const continued = leaf && continuedStates(leaf, appended);
  if (continued) return { appended: continued, changed: [] };
  const leafId = appended.at(-1)?.event.entryId ?? known.session.leafId ?? null;
  const events = appended.map(({ event }) => event);
  const states = new Map<string, EventStates>();
  const changed: StateRecord[] = [];
  for (const entry of await statesAtLeaf(known, leafId, events, parts.store)) {
    if (entry.stored === undefined) states.set(entry.entryId, entry.states);
    else if (hasOtherStates(entry)) changed.push({ entryId: entry.entryId, ...entry.states });
  }
  return { appended: states, changed };
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
    if (event.contribution === "compaction" || event.contribution === "summary") return undefined;
    states.set(event.entryId, { branchState: "selected", selectionState: stateOnPath(event, true) });
    parentId = event.entryId;
  }
  return states;
}

/** Ids of the calls that an event makes, and of the one that it answers. */
function callsOf(event: Event): { readonly calls: readonly string[]; readonly answers?: string } {
  const calls: string[] = [];
  let answers: string | undefined;
  for (const link of event.links) {
    if (link.type === "tool-call") calls.push(link.callId);
    else if (link.type === "tool-result") answers = link.callId;
  }
  return { calls, ...(answers !== undefined && { answers }) };
}

/** True when this call of an event ran our own command line. */
function runsOwnTool(event: Event, callId: string): boolean {
  return event.links.some((link) => link.type === "tool-call" && link.callId === callId && link.runsOwnTool);
}
