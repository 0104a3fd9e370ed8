import type { IndexableEvent } from "../../../ports/event-record.ts";
import type { RelationRecord } from "../../../ports/relation-record.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { SkipReason, StoredSource } from "../../../ports/source-record.ts";
import type { HistoryParts } from "../history-parts.ts";
import { checkpointHashes } from "./checkpoint.ts";
import { basisOf, indexedSource, pendingSource, sessionRecord, skippedSource } from "./describe-source.ts";
import { type ConnectedSession, connectSession, indexableEvent } from "./index-session.ts";
import {
  type PlacedEvent,
  type ReadOptions,
  readKeeping,
  type SessionReading,
  type SkeletonEvent,
} from "./read-session.ts";

/** Text of one commit, in code units: about what 25 ms of writing take. */
const STAGED_TEXT = 1_000_000;
const STAGED_EVENTS = 2_000;
/** Events whose rows go in one step. */
const SWEPT_EVENTS = 500;

/**
 * Rebuilds a large session beside the rows that answer (design §11), in memory that does not hold its texts: a first reading finds out how
 * the entries hang together, a second one writes them to a hidden generation in short commits, and the last commit lets it answer. A file
 * that changes meanwhile stays pending for the next sync. Errors: `SourceUnreadable`, `Cancelled`, `Conflict`.
 */
export async function stageSession(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: ReadOptions,
): Promise<void> {
  const skeleton = await readKeeping(file.path, parts.source, { ...halved(options, file, 0), keep: skeletonOf });
  if (skeleton.header === undefined) {
    await parts.store.commit({ sources: [skippedSource(file, known, "not-a-session")] });
    return;
  }
  const pinned = await checkpointHashes(file.path, skeleton.offset, parts);
  const writer = new GenerationWriter(file, skeleton, parts);
  await writer.begin(known);
  const again = await readKeeping(file.path, parts.source, {
    ...halved(options, file, 1),
    keep: (placed) => writer.take(placed),
    onBatch: () => writer.flush(),
  });
  const isUnchanged = again.offset >= skeleton.offset && writer.taken === skeleton.events.length;
  if (!isUnchanged || (await parts.source.look(file.path))?.identity !== file.identity) return;
  const skipped = new Map<SkipReason, number>(skeleton.skipped);
  if (writer.shortened > 0) skipped.set("shortened-text", writer.shortened);
  const session = await sessionRecord({ ...skeleton, header: skeleton.header }, parts);
  const source = await indexedSource(file, skeleton, skipped, session, parts);
  if (source.headerHash !== pinned.headerHash || source.boundaryHash !== pinned.boundaryHash) return;
  await writer.finish(source, known);
  await sweepRetired(parts);
}

/** Deletes rows that no longer answer, in steps between which others get their turn. */
export async function sweepRetired(parts: HistoryParts): Promise<void> {
  while (await parts.store.sweep(SWEPT_EVENTS)) await parts.clock.turn();
}

class GenerationWriter {
  taken = 0;
  shortened = 0;
  readonly #file: SourceFile;
  readonly #parts: HistoryParts;
  readonly #generation: string;
  readonly #connected: ConnectedSession;
  readonly #relations: ReadonlyMap<string, readonly RelationRecord[]>;
  readonly #expected: ReadonlyMap<string, PlacedEvent<SkeletonEvent>>;
  #events: IndexableEvent[] = [];
  #text = 0;

  constructor(file: SourceFile, skeleton: SessionReading<SkeletonEvent>, parts: HistoryParts) {
    this.#file = file;
    this.#parts = parts;
    this.#generation = `${parts.runId} ${parts.clock.now()}`;
    this.#connected = connectSession(skeleton, parts);
    this.#relations = Map.groupBy(this.#connected.relations, (relation) => relation.from);
    this.#expected = new Map(skeleton.events.map((placed) => [placed.event.entryId, placed]));
  }

  async begin(known: StoredSource | undefined): Promise<void> {
    const empty = { ...pendingSource(this.#file, known), generation: this.#generation, replace: true };
    await this.#parts.store.commit({ sources: [empty] });
  }

  /** Takes an event of the second reading, unless the first did not end with it: a repeated id, an entry appended or moved since. */
  take(placed: PlacedEvent): PlacedEvent<SkeletonEvent> {
    const { entryId } = placed.event;
    const expected = this.#expected.get(entryId);
    if (expected && isSamePlace(expected, placed)) {
      const { statesOf, answersOwnCall } = this.#connected;
      const made = indexableEvent(placed, statesOf(entryId), answersOwnCall(entryId), this.#parts);
      this.taken++;
      this.shortened += made.shortened;
      this.#events.push(made.event);
      for (const { text } of made.event.fragments) this.#text += text.length;
    }
    return NOTHING_KEPT;
  }

  async flush(): Promise<void> {
    if (this.#text >= STAGED_TEXT || this.#events.length >= STAGED_EVENTS) await this.#commit();
  }

  async #commit(): Promise<void> {
    const append = this.#events;
    this.#events = [];
    this.#text = 0;
    const relations = append.flatMap((event) => this.#relations.get(event.entryId) ?? []);
    const { source } = pendingSource(this.#file, undefined);
    await this.#parts.store.commit({
      sources: [{ source, generation: this.#generation, replace: false, append, states: [], relations }],
    });
  }

  async finish(source: Awaited<ReturnType<typeof indexedSource>>, known: StoredSource | undefined): Promise<void> {
    await this.#commit();
    const last = { source, generation: this.#generation, basis: basisOf(known), replace: false };
    await this.#parts.store.commit({
      sources: [{ ...last, append: [], states: [], relations: [] }],
      promoted: [{ path: this.#file.path, generation: this.#generation }],
    });
  }
}

/** What the states of the first reading stand on. */
function isSamePlace(one: PlacedEvent<SkeletonEvent>, other: PlacedEvent<SkeletonEvent>): boolean {
  return (
    one.position === other.position &&
    one.byteOffset === other.byteOffset &&
    one.byteLength === other.byteLength &&
    one.event.parentId === other.event.parentId &&
    one.event.contribution === other.event.contribution
  );
}

const NO_LINKS: SkeletonEvent["links"] = [];

export function skeletonOf({ event, position, byteOffset, byteLength }: PlacedEvent): PlacedEvent<SkeletonEvent> {
  const { entryId, parentId, entryType, contribution, links, sessionName, time } = event;
  const kept: SkeletonEvent = {
    entryId,
    parentId,
    entryType,
    contribution,
    links: links.length === 0 ? NO_LINKS : links,
    time,
    ...(sessionName !== undefined && { sessionName }),
  };
  return { event: kept, position, byteOffset, byteLength };
}

/** The second reading needs nothing of what it has passed on. */
const NOTHING_KEPT: PlacedEvent<SkeletonEvent> = {
  event: { entryId: "", parentId: null, entryType: "", contribution: "none", links: NO_LINKS, time: null },
  position: 0,
  byteOffset: 0,
  byteLength: 0,
};

/** Progress over two readings of one file. */
function halved(options: ReadOptions, file: SourceFile, pass: 0 | 1): ReadOptions {
  const { onBytes, signal } = options;
  return {
    ...(signal && { signal }),
    ...(onBytes && { onBytes: (bytes: number) => onBytes((pass * file.bytes + bytes) / 2) }),
  };
}
