import type { IndexableEvent, IndexableFragment } from "../../../ports/event-record.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import type { Event } from "../../model/event.ts";
import type { Fragment } from "../../model/fragment.ts";
import { shortenForIndex } from "../../projection/shorten-for-index.ts";
import { fileHash } from "../../relations/file-hash.ts";
import { pairToolCalls, type ToolPair } from "../../relations/pair-tool-calls.ts";
import { branchStates } from "../../tree/branch-states.ts";
import { selectionStates } from "../../tree/selection-states.ts";
import type { HistoryParts } from "../history-parts.ts";
import { contentHash } from "../load-event.ts";
import type { PlacedEvent, SessionReading } from "./read-session.ts";

export interface IndexedSession {
  readonly events: readonly IndexableEvent[];
  readonly relations: readonly RelationRecord[];
  /** Fragments of which only head and tail are indexed. */
  readonly shortened: number;
}

/** Works out everything that the index keeps of a session: states at its last entry, relations, hashes, texts. Cost: linear. */
export function indexSession(reading: SessionReading, parts: Pick<HistoryParts, "hasher">): IndexedSession {
  const byId = new Map(reading.events.map(({ event }) => [event.entryId, event]));
  const leafId = reading.events.at(-1)?.event.entryId ?? null;
  const pairs = pairToolCalls(reading.events.map(({ event }) => pairable(event)));
  const relations = relationsOf(reading, pairs, parts);
  const branches = branchStates(byId, leafId);
  const selections = selectionStates(byId, relations, leafId, branches);
  const ownResults = resultsOfOwnCalls(byId, pairs);
  let shortened = 0;
  const events = reading.events.map((placed): IndexableEvent => {
    const { event } = placed;
    const fragments = event.fragments.map((fragment) => {
      const indexed = shortenForIndex(fragment.text);
      if (indexed.shortened) shortened++;
      return indexable(fragment, indexed.text, ownResults.has(event.entryId));
    });
    return {
      ...recordOf(placed),
      contentHash: contentHash(event, parts),
      branchState: branches.get(event.entryId) ?? "unknown",
      selectionState: selections.get(event.entryId) ?? "unknown",
      fragments,
    };
  });
  return { events, relations, shortened };
}

function recordOf({ event, position, byteOffset, byteLength }: PlacedEvent) {
  return {
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
  };
}

function indexable(fragment: Fragment, text: string, answersOwnCall: boolean): IndexableFragment {
  return {
    ordinal: fragment.ordinal,
    kind: fragment.kind,
    ...(fragment.toolName !== undefined && { toolName: fragment.toolName }),
    ...(fragment.isError && { isError: true }),
    ...((fragment.isOwnCall || answersOwnCall) && { isOwnCall: true }),
    text,
  };
}

function pairable(event: Event) {
  const calls: string[] = [];
  let answers: string | undefined;
  for (const link of event.links) {
    if (link.type === "tool-call") calls.push(link.callId);
    else if (link.type === "tool-result") answers = link.callId;
  }
  return { entryId: event.entryId, parentId: event.parentId, calls, ...(answers !== undefined && { answers }) };
}

/** Results of shell calls that ran our own command line: only the call tells. */
function resultsOfOwnCalls(byId: ReadonlyMap<string, Event>, pairs: readonly ToolPair[]): Set<string> {
  const isOwn = (pair: ToolPair): boolean =>
    byId
      .get(pair.call)
      ?.links.some((link) => link.type === "tool-call" && link.callId === pair.callId && link.runsOwnTool) ?? false;
  return new Set(pairs.filter(isOwn).map((pair) => pair.result));
}

function relationsOf(
  reading: SessionReading,
  pairs: readonly ToolPair[],
  parts: Pick<HistoryParts, "hasher">,
): RelationRecord[] {
  const relations = new Map<string, RelationRecord>();
  const add = (relation: RelationRecord): void => {
    relations.set(JSON.stringify([relation.from, relation.relation, relation.to]), relation);
  };
  const callOf = new Map(pairs.map((pair) => [pair.result, pair]));
  for (const { event } of reading.events) {
    const from = event.entryId;
    for (const link of event.links) {
      if ("path" in link) {
        const to = fileHash(link.path, reading.header?.cwd, parts.hasher);
        add({ from, relation: link.type, to, evidence: "recorded" });
      } else if ("entryId" in link) {
        add({ from, relation: link.type, to: link.entryId, evidence: "recorded" });
      }
    }
    const pair = callOf.get(from);
    if (pair) add({ from, relation: "tool-result", to: pair.call, evidence: pair.evidence });
  }
  return [...relations.values()];
}
