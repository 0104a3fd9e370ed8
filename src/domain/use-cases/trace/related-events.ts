import type { StoredEvent } from "../../../ports/event-record.ts";
import type { Evidence, RelationRecord, StoredRelation } from "../../../ports/relation-record.ts";
import type { Event } from "../../model/event.ts";
import type { TraceRelation } from "../../model/trace.ts";
import { fileHash } from "../../relations/file-hash.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { HistoryParts } from "../history-parts.ts";
import { labelInForce } from "../label-in-force.ts";
import { loadEvent } from "../load-event.ts";
import type { VisibleSessions } from "../visible-session.ts";

/** An edge whose far end is known but not yet read. */
export interface RelatedEvent {
  readonly relation: TraceRelation;
  readonly evidence: Evidence;
  readonly event: StoredEvent;
  readonly source: SessionSourceRecord;
  readonly file?: string;
}

/** What an edge is called from the recording event, and from the other end. */
const NAMES: Readonly<
  Record<Exclude<StoredRelation, "file-read" | "file-changed">, readonly [TraceRelation, TraceRelation]>
> = {
  "tool-result": ["tool-call", "tool-result"],
  label: ["label", "label"],
  "context-edit": ["context-edit", "context-edit"],
  "context-omission": ["context-omission", "context-omission"],
  "compaction-first-kept": ["compaction-first-kept", "compaction-first-kept"],
  "branch-summary": ["branch-summary", "branch-summary"],
};

/**
 * The events of the same session that a target is connected with beyond parent and child (design §9), in a fixed order: recorded edges
 * from the target, edges to it, the compaction boundary, then events that touch the same files. Edges to entries that the file does not
 * hold are left out. `event` is the target's reading: without it no file is known.
 */
export async function relatedEvents(
  target: StoredEvent,
  event: Event | undefined,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<RelatedEvent[]> {
  const from = await parts.store.relationsFrom(source.key, target.entryId);
  const to = await parts.store.relationsTo(source.key, target.entryId);
  const related: RelatedEvent[] = [];
  const add = async (entryId: string | null, edge: Omit<RelatedEvent, "event" | "source">): Promise<void> => {
    const other = entryId === target.entryId ? undefined : await sessions.event(source, entryId);
    if (other) related.push({ ...edge, event: other, source });
  };
  for (const relation of from.filter(isEntryRelation)) {
    await add(relation.to, { relation: NAMES[relation.relation][0], evidence: relation.evidence });
  }
  const label = await labelInForce(target, source, sessions, parts);
  for (const relation of to.filter(isEntryRelation)) {
    // Of an event's labels only the one in force is an edge (design §5).
    if (relation.relation === "label" && relation.from !== label?.entryId) continue;
    await add(relation.from, { relation: NAMES[relation.relation][1], evidence: relation.evidence });
    if (relation.relation === "tool-result" && (await hasNestedCalls(relation.from, source, sessions, parts))) {
      await add(relation.from, { relation: "nested-calls", evidence: "recorded" });
    }
  }
  if (target.entryType === "compaction") {
    await add(target.parentId, { relation: "compaction-boundary", evidence: "recorded" });
  }
  for (const child of await sessions.children(source, target.entryId)) {
    if (child.entryType === "compaction")
      await add(child.entryId, { relation: "compaction-boundary", evidence: "recorded" });
  }
  for (const [hash, file] of filesOf(event, source, parts)) {
    for (const relation of await parts.store.relationsTo(source.key, hash)) {
      if (relation.relation === "file-read" || relation.relation === "file-changed") {
        await add(relation.from, { relation: relation.relation, evidence: "inferred", file });
      }
    }
  }
  return related;
}

function isEntryRelation(
  relation: RelationRecord,
): relation is RelationRecord & { relation: Exclude<StoredRelation, "file-read" | "file-changed"> } {
  return relation.relation !== "file-read" && relation.relation !== "file-changed";
}

/** The files that the target touches, by hash. */
function filesOf(event: Event | undefined, source: SessionSourceRecord, parts: HistoryParts): Map<string, string> {
  const files = new Map<string, string>();
  for (const link of event?.links ?? []) {
    if (link.type === "file-read" || link.type === "file-changed") {
      files.set(fileHash(link.path, source.session.cwd, parts.hasher), link.path);
    }
  }
  return files;
}

async function hasNestedCalls(
  entryId: string,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<boolean> {
  const result = await sessions.event(source, entryId);
  const event = result && (await loadEvent(result, source, parts));
  return (event?.nestedCalls?.length ?? 0) > 0;
}
