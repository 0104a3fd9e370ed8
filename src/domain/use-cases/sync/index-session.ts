import type { IndexableEvent, IndexableFragment } from "../../../ports/event-record.ts";
import type { Evidence, RelationRecord } from "../../../ports/relation-record.ts";
import type { Event } from "../../model/event.ts";
import { shortenForIndex } from "../../projection/shorten-for-index.ts";
import { fileHash } from "../../relations/file-hash.ts";
import { pairToolCalls } from "../../relations/pair-tool-calls.ts";
import { NONE } from "../../relations/tool-calls.ts";
import { branchStates } from "../../tree/branch-states.ts";
import { selectionStates } from "../../tree/selection-states.ts";
import type { HistoryParts } from "../history-parts.ts";
import type { EventStates } from "../live-states.ts";
import { contentHash } from "../load-event.ts";
import type { SessionReading } from "./read-session.ts";
import type { PlacedEvent, SessionOutline } from "./session-outline.ts";

export interface IndexedSession {
  readonly events: readonly IndexableEvent[];
  readonly relations: readonly RelationRecord[];
  /** Fragments of which only head and tail are indexed. */
  readonly shortened: number;
}

/** The call that a result answers. */
export interface AnsweredCall {
  /** Entry of the call. */
  readonly call: string;
  readonly evidence: Evidence;
}

/** What is known of an entry only when the whole session is, by the entry's number in the outline. */
export interface ConnectedSession {
  statesOf(number: number): EventStates;
  answeredCall(number: number): AnsweredCall | undefined;
  /** True for the result of a call that ran our own command line, which only the call tells. */
  answersOwnCall(number: number): boolean;
}

/** Works out states at the last entry, and pairs. Cost: linear. */
export function connectSession(outline: SessionOutline): ConnectedSession {
  const { tree, calls } = outline;
  const pairs = pairToolCalls(tree, calls);
  const branches = branchStates(tree, tree.last);
  const selections = selectionStates(tree, outline.selectionLinks(), tree.last, branches);
  return {
    statesOf: (number) => ({
      branchState: branches.of(number),
      selectionState: selections.of(number),
    }),
    answeredCall: (number) => {
      const call = pairs.callOf(number);
      if (call === NONE) return undefined;
      return { call: tree.idOf(calls.entryOf(call)), evidence: pairs.evidenceOf(number) };
    },
    answersOwnCall: (number) => pairs.callOf(number) !== NONE && calls.isOwn(pairs.callOf(number)),
  };
}

/** Works out everything that the index keeps of a session: states, relations, hashes, texts. Cost: linear. */
export function indexSession(reading: SessionReading, parts: Pick<HistoryParts, "hasher">): IndexedSession {
  const connected = connectSession(reading.outline);
  const { tree } = reading.outline;
  let shortened = 0;
  const relations: RelationRecord[] = [];
  const events = reading.events.map((placed): IndexableEvent => {
    const number = tree.numberOf(placed.event.entryId) as number;
    const made = indexableEvent(placed, connected.statesOf(number), connected.answersOwnCall(number), parts);
    shortened += made.shortened;
    relations.push(...recordedRelations(placed.event, reading.header?.cwd, parts));
    const answered = connected.answeredCall(number);
    if (answered) relations.push(answerRelation(placed.event.entryId, answered));
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

/** The edges that an event records itself, each once. */
export function recordedRelations(
  { entryId: from, links }: Pick<Event, "entryId" | "links">,
  cwd: string | undefined,
  parts: Pick<HistoryParts, "hasher">,
): RelationRecord[] {
  const relations = new Map<string, RelationRecord>();
  for (const link of links) {
    if ("callId" in link) continue;
    const to = "path" in link ? fileHash(link.path, cwd, parts.hasher) : link.entryId;
    relations.set(`${link.type} ${to}`, { from, relation: link.type, to, evidence: "recorded" });
  }
  return [...relations.values()];
}

/** The edge from a result to the call that it answers. */
export function answerRelation(result: string, { call, evidence }: AnsweredCall): RelationRecord {
  return { from: result, relation: "tool-result", to: call, evidence };
}
