import type { IndexableEvent, StateRecord } from "../../../ports/event-record.ts";
import type { SourceChange } from "../../../ports/event-store.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SkipReason, SourceRecord, StoredSource } from "../../../ports/source-record.ts";
import type { Event } from "../../model/event.ts";
import { projectEntry } from "../../projection/project-entry.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { checkpointHashes } from "./checkpoint.ts";
import { basisOf, indexedSource, pendingSource, sessionRecord, skippedSource } from "./describe-source.ts";
import {
  answerRelation,
  type ConnectedSession,
  connectSession,
  indexableEvent,
  recordedRelations,
} from "./index-session.ts";
import { ProvisionalStates } from "./provisional-states.ts";
import { type ReadOptions, type SessionHeader, type SessionScan, scanSession } from "./read-session.ts";
import type { PlacedEvent, SessionOutline } from "./session-outline.ts";

/** Text of one commit, in code units: about what 25 ms of writing take. */
const STAGED_TEXT = 500_000;
const STAGED_EVENTS = 2_000;
/** New states and edges of one commit. */
const SETTLED_RECORDS = 4_000;
/** Events whose rows go in one step. */
const SWEPT_EVENTS = 500;

/**
 * Rebuilds a large session beside the rows that answer (design §11), in memory that does not hold its texts: one reading writes the entries to
 * a hidden generation in short commits, with the states that they will most likely have; what only the whole file tells (states at its last
 * entry, pairs of calls and results) follows where it differs, and the last commit lets the generation answer. A file that is rewritten
 * meanwhile stays pending for the next sync. Errors: `SourceUnreadable`, `Cancelled`, `Conflict`.
 */
export async function stageSession(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<void> {
  const before = await checkpointHashes(file.path, file.bytes, parts);
  const writer = new GenerationWriter(file, known, parts);
  const scan = await scanSession(file.path, parts.source, {
    ...options,
    take: (placed, number, header) => writer.take(placed, number, header),
    onBatch: () => writer.flush(),
  });
  if (scan.header === undefined) {
    await parts.store.commit({ sources: [skippedSource(file, known, "not-a-session")] });
    return;
  }
  if (!(await writer.settle(scan, scan.header))) return;
  const skipped = new Map<SkipReason, number>(scan.skipped);
  const shortened = writer.shortenedFragments(scan.outline);
  if (shortened > 0) skipped.set("shortened-text", shortened);
  const session = await sessionRecord(scan.header, scan.outline.summary(), parts);
  const source = await indexedSource(file, scan, skipped, session, parts);
  if (!(await isAsRead(file, scan, before.headerHash, parts))) return;
  await writer.finish(source);
  await sweepRetired(parts);
}

/** Deletes rows that no longer answer, in steps between which others get their turn. Errors: `Cancelled`. */
export async function sweepRetired(parts: HistoryParts, { signal }: CallOptions = {}): Promise<void> {
  while (await parts.store.sweep(SWEPT_EVENTS)) {
    throwIfCancelled(signal);
    await parts.clock.turn();
  }
}

/** True when the file still begins and ends as it did when it was read: it may only have grown. */
async function isAsRead(
  file: SourceFile,
  { lastLine, offset }: SessionScan,
  headerHash: string,
  parts: HistoryParts,
): Promise<boolean> {
  const now = await parts.source.look(file.path);
  if (now?.identity !== file.identity || now.bytes < offset) return false;
  if ((await checkpointHashes(file.path, file.bytes, parts)).headerHash !== headerHash) return false;
  // A line above the limit has no text to compare.
  if (lastLine?.text == null) return true;
  return (await parts.source.record(file.path, lastLine.offset, lastLine.length)) === lastLine.text;
}

class GenerationWriter {
  readonly #file: SourceFile;
  readonly #known: StoredSource | undefined;
  readonly #parts: HistoryParts;
  readonly #generation: string;
  readonly #states: ProvisionalStates;
  /** Call ids under which our own command line was run so far: few, if any. */
  readonly #ownCallIds = new Set<string>();
  readonly #presumedOwn = new Set<number>();
  readonly #shortened = new Map<number, number>();
  readonly #pending = new Map<string, { readonly event: IndexableEvent; readonly relations: RelationRecord[] }>();
  #text = 0;
  #hasBegun = false;

  constructor(file: SourceFile, known: StoredSource | undefined, parts: HistoryParts) {
    this.#file = file;
    this.#known = known;
    this.#parts = parts;
    this.#generation = `${parts.runId} ${parts.clock.now()}`;
    this.#states = new ProvisionalStates(file.bytes);
  }

  take(placed: PlacedEvent, number: number, header: SessionHeader): void {
    const { event } = placed;
    const isOwn = this.#presumeOwn(placed, number);
    const made = indexableEvent(placed, this.#states.presume(placed), isOwn, this.#parts);
    if (made.shortened > 0) this.#shortened.set(number, made.shortened);
    // Of a repeated id only the last entry stands, and the edges of the others go with them.
    this.#pending.delete(event.entryId);
    this.#pending.set(event.entryId, {
      event: made.event,
      relations: recordedRelations(event, header.cwd, this.#parts),
    });
    for (const { text } of made.event.fragments) this.#text += text.length;
  }

  /** True for a result of a call id that our own command line was run under: which call it answers is settled later. */
  #presumeOwn({ event }: PlacedEvent, number: number): boolean {
    let isOwn = false;
    for (const link of event.links) {
      if (link.type === "tool-result" && this.#ownCallIds.has(link.callId)) isOwn = true;
      if (link.type === "tool-call" && link.runsOwnTool) this.#ownCallIds.add(link.callId);
    }
    if (isOwn) this.#presumedOwn.add(number);
    return isOwn;
  }

  async flush(): Promise<void> {
    if (this.#text >= STAGED_TEXT || this.#pending.size >= STAGED_EVENTS) await this.#commitPending();
  }

  /** Writes what the whole file tells. False when the file no longer holds an entry that has to be written again. */
  async settle(scan: SessionScan, header: SessionHeader): Promise<boolean> {
    await this.#commitPending();
    const { firstKept } = scan;
    const { tree } = scan.outline;
    const connected = connectSession(scan.outline);
    let states: StateRecord[] = [];
    let relations: RelationRecord[] = [];
    const append: IndexableEvent[] = [];
    for (const number of tree.numbers()) {
      const from = tree.idOf(number);
      const now = connected.statesOf(number);
      const kept = firstKept.get(number);
      const answered = connected.answeredCall(number);
      if (connected.answersOwnCall(number) !== this.#presumedOwn.has(number)) {
        const again = await this.#readAgain(number, scan, header, connected);
        if (again === undefined) return false;
        append.push(again.event);
        relations.push(...again.relations);
      } else if (this.#states.differ(number, now)) states.push({ entryId: from, ...now });
      if (kept !== undefined) {
        relations.push({ from, relation: "compaction-first-kept", to: kept, evidence: "recorded" });
      }
      if (answered) relations.push(answerRelation(from, answered));
      if (states.length + relations.length < SETTLED_RECORDS) continue;
      await this.#commit({ append: append.splice(0), states, relations });
      states = [];
      relations = [];
      await this.#parts.clock.turn();
    }
    await this.#commit({ append, states, relations });
    return true;
  }

  shortenedFragments({ tree }: SessionOutline): number {
    let total = 0;
    for (const [number, count] of this.#shortened) if (tree.stands(number)) total += count;
    return total;
  }

  async finish(source: SourceRecord): Promise<void> {
    const last = { source, generation: this.#generation, basis: basisOf(this.#known), replace: false };
    await this.#parts.store.commit({
      sources: [{ ...last, append: [], states: [], relations: [] }],
      promoted: [{ path: this.#file.path, generation: this.#generation }],
    });
  }

  /** An entry of the file once more, for what only the whole file tells of its fragments. Undefined when it is gone. */
  async #readAgain(
    number: number,
    { outline }: SessionScan,
    header: SessionHeader,
    connected: ConnectedSession,
  ): Promise<{ readonly event: IndexableEvent; readonly relations: RelationRecord[] } | undefined> {
    const place = outline.placeOf(number);
    const text = await this.#parts.source.record(this.#file.path, place.byteOffset, place.byteLength);
    const event = text === undefined ? undefined : projectLine(text, place.position, number, header, outline);
    if (event?.entryId !== outline.tree.idOf(number)) return undefined;
    const isOwn = connected.answersOwnCall(number);
    const made = indexableEvent({ event, ...place }, connected.statesOf(number), isOwn, this.#parts);
    return { event: made.event, relations: recordedRelations(event, header.cwd, this.#parts) };
  }

  async #commitPending(): Promise<void> {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#text = 0;
    const append = pending.map(({ event }) => event);
    await this.#commit({ append, states: [], relations: pending.flatMap(({ relations }) => relations) });
  }

  async #commit(rows: Pick<SourceChange, "append" | "states" | "relations">): Promise<void> {
    if (!this.#hasBegun) {
      const empty = { ...pendingSource(this.#file, this.#known), generation: this.#generation, replace: true };
      await this.#parts.store.commit({ sources: [empty] });
      this.#hasBegun = true;
    }
    const { source } = pendingSource(this.#file, undefined);
    await this.#parts.store.commit({
      sources: [{ source, generation: this.#generation, replace: false, ...rows }],
    });
  }
}

/** The event of a line that was read before, as it was read then; undefined for anything else. */
function projectLine(
  text: string,
  position: number,
  number: number,
  { version }: SessionHeader,
  { tree }: SessionOutline,
): Event | undefined {
  try {
    const previousEntryId = number === 0 ? null : tree.idOf(number - 1);
    return projectEntry(JSON.parse(text), { position, version, previousEntryId });
  } catch {
    return undefined;
  }
}
