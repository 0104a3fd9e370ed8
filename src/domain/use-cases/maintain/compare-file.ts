import type { IndexableEvent, StoredEvent } from "../../../ports/event-record.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SkipReason, SourceRecord, StoredSource } from "../../../ports/source-record.ts";
import { RecallError } from "../../model/errors.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isSameRecord, relationIdentity } from "../sync/compare-events.ts";
import { indexedSource, sessionRecord, skippedSource } from "../sync/describe-source.ts";
import { answerRelation, connectSession, indexableEvent, recordedRelations } from "../sync/index-session.ts";
import { type ReadOptions, type SessionScan, scanSession, type TakeEvent } from "../sync/read-session.ts";
import type { PostingCheck } from "./check-postings.ts";
import type { IndexFindings } from "./index-findings.ts";

/**
 * Compares what the index holds of a session file with the file, event by event, in memory that does not hold its texts: it is read twice.
 * Errors: `Cancelled`, `IndexUnavailable`.
 */
export async function compareFile(
  file: SourceFile,
  known: StoredSource,
  parts: HistoryParts,
  { findings, postings }: { readonly findings: IndexFindings; readonly postings: PostingCheck },
  options: ReadOptions,
): Promise<void> {
  const before = findings.rowsFound;
  const expected = await compareEvents(file, known, parts, findings, postings, options);
  findings.checked++;
  if (findings.rowsFound > before || describeSource(expected) !== describeSource(known)) findings.differing.push(file);
}

/** Counts the events and edges that differ, and answers with the row that a fresh build would give the file. */
async function compareEvents(
  file: SourceFile,
  known: StoredSource,
  parts: HistoryParts,
  findings: IndexFindings,
  postings: PostingCheck,
  options: ReadOptions,
): Promise<SourceRecord> {
  const held = new Map<string, StoredEvent>();
  for (const event of await parts.store.eventsOfSource(known.key)) {
    if (held.has(event.entryId)) findings.events.extra++;
    held.set(event.entryId, event);
  }
  const scan = await scanOrSkip(file, parts, options);
  if (scan === undefined || scan.header === undefined) {
    findings.events.extra += held.size;
    const reason = scan === undefined ? "unreadable" : file.bytes === 0 ? "empty" : "not-a-session";
    return skippedSource(file, known, reason).source;
  }
  const { tree } = scan.outline;
  const connected = connectSession(scan.outline);
  const relations: RelationRecord[] = [];
  let shortened = 0;
  const take: TakeEvent = (placed, number, header) => {
    const { entryId } = placed.event;
    // What was appended since has states of its own, and is left to the next sync.
    if (number >= tree.size || !tree.stands(number)) return;
    const made = indexableEvent(placed, connected.statesOf(number), connected.answersOwnCall(number), parts);
    shortened += made.shortened;
    relations.push(...recordedRelations(placed.event, header.cwd, parts));
    const kept = scan.firstKept.get(number);
    if (kept !== undefined) {
      relations.push({ from: entryId, relation: "compaction-first-kept", to: kept, evidence: "recorded" });
    }
    const answered = connected.answeredCall(number);
    if (answered) relations.push(answerRelation(entryId, answered));
    findings.events.checked++;
    const event = held.get(entryId);
    held.delete(entryId);
    if (event === undefined) findings.events.missing++;
    else {
      if (!isSameEvent(event, made.event)) findings.events.changed++;
      postings.take(event, made.event.fragments, placed.event);
    }
  };
  await scanSession(file.path, parts.source, { ...options, take, onBatch: () => postings.settle(false) });
  await postings.settle(true);
  findings.events.extra += held.size;
  findings.relations.differing += countDifferences(await parts.store.relationsOfSource(known.key), relations);
  const skipped = new Map<SkipReason, number>(scan.skipped);
  if (shortened > 0) skipped.set("shortened-text", shortened);
  const session = await sessionRecord(scan.header, scan.outline.summary(), parts);
  return indexedSource(file, scan, skipped, session, parts);
}

async function scanOrSkip(
  file: SourceFile,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<SessionScan | undefined> {
  try {
    return await scanSession(file.path, parts.source, options);
  } catch (error) {
    if (error instanceof RecallError && error.code === "SourceUnreadable") return undefined;
    throw error;
  }
}

function isSameEvent(held: StoredEvent, event: IndexableEvent): boolean {
  return (
    isSameRecord(held, event) &&
    held.branchState === event.branchState &&
    held.selectionState === event.selectionState &&
    held.fragments.every(({ ordinal }, at) => ordinal === event.fragments[at]?.ordinal)
  );
}

/** Edges that only one side has, counted as often as they stand there. */
function countDifferences(held: readonly RelationRecord[], expected: readonly RelationRecord[]): number {
  const left = new Map<string, number>();
  for (const [side, weight] of [
    [held, 1],
    [expected, -1],
  ] as const) {
    for (const relation of side) {
      const name = relationIdentity(relation);
      left.set(name, (left.get(name) ?? 0) + weight);
    }
  }
  return [...left.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** A file's row as a text that is the same for equal rows. */
function describeSource({ session, skipped, ...fields }: SourceRecord & { readonly key?: number }): string {
  const { key: _, ...row } = fields;
  const reasons = skipped.filter(({ count }) => count > 0).map(({ reason, count }) => `${reason} ${count}`);
  return JSON.stringify([sortFields(row), session && sortFields(session), reasons.toSorted()]);
}

function sortFields(fields: object): unknown {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
