import type { IndexableEvent, IndexableFragment } from "../../../ports/event-record.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import { shortenForIndex } from "../../projection/shorten-for-index.ts";
import { fileHash } from "../../relations/file-hash.ts";
import { pairToolCalls, type ToolPair } from "../../relations/pair-tool-calls.ts";
import { branchStates } from "../../tree/branch-states.ts";
import { selectionStates } from "../../tree/selection-states.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { EventStates } from "../live-states.ts";
import { contentHash } from "../load-event.ts";
import type { PlacedEvent, SessionReading, SkeletonEvent } from "./read-session.ts";

export interface IndexedSession {
  readonly events: readonly IndexableEvent[];
  readonly relations: readonly RelationRecord[];
  /** Fragments of which only head and tail are indexed. */
  readonly shortened: number;
}

/** What the index keeps of a session beyond its single events. */
export interface ConnectedSession {
  readonly relations: readonly RelationRecord[];
  readonly statesOf: (entryId: string) => EventStates;
  /** True for the result of a call that ran our own command line, which only the call tells. */
  readonly answersOwnCall: (entryId: string) => boolean;
}

/** Works out states at the last entry, relations and pairs. Needs no texts. Cost: linear. */
export function connectSession(
  reading: SessionReading<SkeletonEvent>,
  parts: Pick<HistoryParts, "hasher">,
): ConnectedSession {
  const events = reading.events.map(({ event }) => event);
  const byId = new Map(events.map((event) => [event.entryId, event]));
  const leafId = events.at(-1)?.entryId ?? null;
  const pairs = new Map(
    pairToolCalls(events.map((event) => ({ entryId: event.entryId, parentId: event.parentId, ...callsOf(event) }))).map(
      (pair) => [pair.result, pair],
    ),
  );
  const relations = linkRelations(events, pairs, reading.header?.cwd, parts);
  const branches = branchStates(byId, leafId);
  const selections = selectionStates(byId, relations, leafId, branches);
  return {
    relations,
    statesOf: (entryId) => ({
      branchState: branches.get(entryId) ?? "unknown",
      selectionState: selections.get(entryId) ?? "unknown",
    }),
    answersOwnCall: (entryId) => {
      const pair = pairs.get(entryId);
      const call = pair && byId.get(pair.call);
      return call !== undefined && runsOwnTool(call, pair?.callId);
    },
  };
}

/** Works out everything that the index keeps of a session: states, relations, hashes, texts. Cost: linear. */
export function indexSession(reading: SessionReading, parts: Pick<HistoryParts, "hasher">): IndexedSession {
  const { relations, statesOf, answersOwnCall } = connectSession(reading, parts);
  let shortened = 0;
  const events = reading.events.map((placed): IndexableEvent => {
    const { entryId } = placed.event;
    const made = indexableEvent(placed, statesOf(entryId), answersOwnCall(entryId), parts);
    shortened += made.shortened;
    return made.event;
  });
  return { events, relations, shortened };
}

/** One event as the index takes it. `answersOwnCall`: its text is output of our own command line, which only its call tells. */
export function indexableEvent(
  { event, position, byteOffset, byteLength }: PlacedEvent,
  states: EventStates,
  answersOwnCall: boolean,
  parts: Pick<HistoryParts, "hasher">,
): { readonly event: IndexableEvent; readonly shortened: number } {
  let shortened = 0;
  const fragments = event.fragments.map((fragment): IndexableFragment => {
    const indexed = shortenForIndex(fragment.text);
    if (indexed.shortened) shortened++;
    return {
      ordinal: fragment.ordinal,
      kind: fragment.kind,
      ...(fragment.toolName !== undefined && { toolName: fragment.toolName }),
      ...(fragment.isError && { isError: true }),
      ...((fragment.isOwnCall || answersOwnCall) && { isOwnCall: true }),
      text: indexed.text,
    };
  });
  const record: IndexableEvent = {
    entryId: event.entryId,
    parentId: event.parentId,
    position,
    entryType: event.entryType,
    ...(event.knownRole !== undefined && { role: event.knownRole }),
    time: event.time,
    byteOffset,
    byteLength,
    isError: event.isError,
    contribution: event.contribution,
    contentHash: contentHash(event, parts),
    ...states,
    fragments,
  };
  return { event: record, shortened };
}

/** Ids of the calls that an event makes, and of the one that it answers. */
export function callsOf(event: SkeletonEvent): { readonly calls: readonly string[]; readonly answers?: string } {
  const calls: string[] = [];
  let answers: string | undefined;
  for (const link of event.links) {
    if (link.type === "tool-call") calls.push(link.callId);
    else if (link.type === "tool-result") answers = link.callId;
  }
  return { calls, ...(answers !== undefined && { answers }) };
}

/** True when this call of an event ran our own command line. */
export function runsOwnTool(event: SkeletonEvent, callId: string | undefined): boolean {
  return event.links.some((link) => link.type === "tool-call" && link.callId === callId && link.runsOwnTool);
}

/** The edges that events record: their links, and the calls that they answer. */
export function linkRelations(
  events: readonly SkeletonEvent[],
  pairs: ReadonlyMap<string, ToolPair>,
  cwd: string | undefined,
  parts: Pick<HistoryParts, "hasher">,
): RelationRecord[] {
  const relations = new Map<string, RelationRecord>();
  const add = (relation: RelationRecord): void => {
    relations.set(JSON.stringify([relation.from, relation.relation, relation.to]), relation);
  };
  for (const event of events) {
    const from = event.entryId;
    for (const link of event.links) {
      if ("path" in link) {
        add({ from, relation: link.type, to: fileHash(link.path, cwd, parts.hasher), evidence: "recorded" });
      } else if ("entryId" in link) {
        add({ from, relation: link.type, to: link.entryId, evidence: "recorded" });
      }
    }
    const pair = pairs.get(from);
    if (pair) add({ from, relation: "tool-result", to: pair.call, evidence: pair.evidence });
  }
  return [...relations.values()];
}
