import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SessionRecord, SkipReason, StoredSource } from "../../../ports/source-record.ts";
import type { HistoryParts } from "../history-parts.ts";
import { isSession } from "../scope/resolve-scope.ts";
import { appendToSession } from "./append-to-session.ts";
import { isPrefixVerified, pinnedIfSteady } from "./checkpoint.ts";
import { compareEvents } from "./compare-events.ts";
import { basisOf, indexedSource, sessionRecord, skippedSource, unreadableSource } from "./describe-source.ts";
import { indexSession } from "./index-session.ts";
import { type ReadOptions, readAppended, readSession, type SessionReading } from "./read-session.ts";

export interface FileChange {
  readonly change: SourceChange;
  /** Code units of text to be indexed: what a commit's size is measured by. */
  readonly textLength: number;
}

/**
 * Works out how the rows of one session file change: from the appended bytes alone where the indexed prefix still stands, else from the
 * whole file. A file that cannot be read, or is no session, costs that file: it is kept as skipped with a reason. Undefined for a file of `wholeBelow` bytes or more that has to be read whole. Errors: `Cancelled`.
 */
export async function syncFile(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions & { readonly wholeBelow: number },
): Promise<FileChange | undefined> {
  try {
    const isSmallGrowth = known !== undefined && file.bytes - known.offset < options.wholeBelow;
    const appended = isSmallGrowth ? await syncAppended(file, known, parts, options) : undefined;
    if (appended || file.bytes >= options.wholeBelow) return appended;
    return await syncWhole(file, known, parts, options);
  } catch (error) {
    return { change: unreadableSource(file, known, parts, error), textLength: 0 };
  }
}

async function syncAppended(
  file: SourceFile,
  known: StoredSource,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<FileChange | undefined> {
  if (!isSession(known) || known.session.version < 2 || !(await isPrefixVerified(file, known, parts))) return undefined;
  const checkpoint = { header: known.session, records: known.records, offset: known.offset };
  const reading = await readAppended(file.path, parts.source, checkpoint, options);
  const difference = await appendToSession(known, reading, parts);
  // Once more: what is appended to a file that was rewritten meanwhile must not be taken for its continuation.
  if (difference === undefined || !(await isPrefixVerified(file, known, parts))) return undefined;
  const session = await sessionRecord(known.session, reading.outline.summary(), parts, known.session);
  return fileChange(file, known, reading, { replace: false, ...difference }, session, parts);
}

async function syncWhole(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<FileChange> {
  const reading = await readSession(file.path, parts.source, options);
  if (reading.header === undefined) {
    return { change: skippedSource(file, known, file.bytes === 0 ? "empty" : "not-a-session"), textLength: 0 };
  }
  const indexed = indexSession(reading, parts);
  const held = known?.session
    ? {
        events: await parts.store.eventsOfSource(known.key),
        relations: await parts.store.relationsOfSource(known.key),
      }
    : { events: [], relations: [] };
  const difference = { ...compareEvents(held, indexed), shortened: indexed.shortened };
  const session = await sessionRecord(reading.header, reading.outline.summary(), parts);
  const { change, textLength } = await fileChange(file, undefined, reading, difference, session, parts, basisOf(known));
  return { change: { ...change, source: await pinnedIfSteady(file, change.source, parts) }, textLength };
}

async function fileChange(
  file: SourceFile,
  known: StoredSource | undefined,
  reading: SessionReading,
  {
    shortened,
    ...difference
  }: Pick<SourceChange, "replace" | "append" | "states" | "relations"> & {
    readonly shortened: number;
  },
  session: SessionRecord,
  parts: HistoryParts,
  basis = basisOf(known),
): Promise<FileChange> {
  const skipped = new Map<SkipReason, number>(known?.skipped.map(({ reason, count }) => [reason, count]));
  for (const [reason, count] of [...reading.skipped, ["shortened-text", shortened] as const]) {
    if (count > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + count);
  }
  const source = await indexedSource(file, reading, skipped, session, parts);
  const textLength = difference.append.reduce(
    (total, event) => event.fragments.reduce((sum, fragment) => sum + fragment.text.length, total),
    0,
  );
  return { change: { source, basis, ...difference }, textLength };
}
