import type { SessionSource, SourceLine } from "../../../ports/session-source.ts";
import type { SessionRecord, SkipReason } from "../../../ports/source-record.ts";
import type { Event } from "../../model/event.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { firstKeptEntryIndex } from "../../projection/first-kept-entry-index.ts";
import { parseTimestamp } from "../../projection/parse-timestamp.ts";
import { projectEntry } from "../../projection/project-entry.ts";

/** What of an event decides how the entries of a session hang together: all but its texts and what only shows it. */
export type SkeletonEvent = Pick<
  Event,
  "entryId" | "parentId" | "entryType" | "contribution" | "links" | "sessionName" | "time"
>;

/** An event and where its record stands. */
export interface PlacedEvent<Kept extends SkeletonEvent = Event> {
  readonly event: Kept;
  readonly position: number;
  readonly byteOffset: number;
  readonly byteLength: number;
}

export type SessionHeader = Pick<
  SessionRecord,
  "sessionId" | "version" | "cwd" | "startedAt" | "startedTime" | "parentSession"
>;

/** What one file holds, up to its last complete record. */
export interface SessionReading<Kept extends SkeletonEvent = Event> {
  /** Absent when the first parseable line is no header: the file is no session. */
  readonly header?: SessionHeader;
  /** Distinct events in append order: of a repeated id the last one stands. */
  readonly events: readonly PlacedEvent<Kept>[];
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Complete records, the header included. */
  readonly records: number;
  /** Bytes of complete records. */
  readonly offset: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Told how far the reading is, in bytes from the start of the file. */
  readonly onBytes?: (bytes: number) => void;
}

interface ReadCheckpoint {
  readonly header: SessionHeader;
  readonly records: number;
  readonly offset: number;
}

/** A header stands within this many bytes (Pi's own limit for discovery). */
const HEADER_LIMIT = 1_048_576;

/**
 * Reads a session file from its first byte (design §4, §11). A bad line costs that line and is counted. Stops early at a file that is
 * no session. Errors: `SourceUnreadable`, `Cancelled`.
 */
export function readSession(path: string, source: SessionSource, options: ReadOptions = {}): Promise<SessionReading> {
  return readKeeping(path, source, { ...options, keep: (placed) => placed });
}

/** `readSession` that keeps of every event what `keep` returns, so that a session's texts need not be held. */
export async function readKeeping<Kept extends SkeletonEvent>(
  path: string,
  source: SessionSource,
  options: ReadOptions & {
    readonly keep: (placed: PlacedEvent) => PlacedEvent<Kept>;
    /** Awaited after every batch of lines. */
    readonly onBatch?: () => Promise<void>;
  },
): Promise<SessionReading<Kept>> {
  const reader = new SessionReader(options.keep);
  for await (const batch of source.lines(path, 0, options)) {
    throwIfCancelled(options.signal);
    for (const line of batch) if (!reader.take(line)) return reader.reading();
    options.onBytes?.(reader.offset);
    await options.onBatch?.();
  }
  return reader.reading();
}

/**
 * Reads what was appended to a session behind a checkpoint. Only from version 2 on: version 1 numbers its entries by all that came
 * before. Errors: `SourceUnreadable`, `Cancelled`.
 */
export async function readAppended(
  path: string,
  source: SessionSource,
  checkpoint: ReadCheckpoint,
  options: ReadOptions = {},
): Promise<SessionReading> {
  const reader = new SessionReader((placed) => placed, checkpoint);
  for await (const batch of source.lines(path, checkpoint.offset, options)) {
    throwIfCancelled(options.signal);
    for (const line of batch) reader.take(line);
    options.onBytes?.(reader.offset);
  }
  return reader.reading();
}

class SessionReader<Kept extends SkeletonEvent> {
  offset: number;
  #header: SessionHeader | undefined;
  #records: number;
  #previousEntryId: string | null = null;
  /** Ids by place among the parsed lines, the header being 0: what version 1 counts in. */
  readonly #parsedIds: (string | undefined)[] = [];
  readonly #keptIndexes = new Map<string, number>();
  readonly #events = new Map<string, PlacedEvent<Kept>>();
  readonly #skipped = new Map<SkipReason, number>();

  readonly #keep: (placed: PlacedEvent) => PlacedEvent<Kept>;

  constructor(keep: (placed: PlacedEvent) => PlacedEvent<Kept>, checkpoint?: ReadCheckpoint) {
    this.#keep = keep;
    this.#header = checkpoint?.header;
    this.#records = checkpoint?.records ?? 0;
    this.offset = checkpoint?.offset ?? 0;
  }

  /** False when the file turns out to be no session. */
  take(line: SourceLine): boolean {
    const position = this.#records++;
    this.offset = line.offset + line.length + 1;
    if (this.#header === undefined && line.offset + line.length > HEADER_LIMIT) return false;
    if (line.text === null) return this.#skip("oversized-record");
    if (line.text.trim() === "") return true;
    let record: unknown;
    try {
      record = JSON.parse(line.text);
    } catch {
      return this.#skip("malformed-line");
    }
    // Pi passes over lines whose value is falsy, and so decides nothing by them.
    if (!record) return this.#skip("not-an-entry");
    if (this.#header === undefined) return this.#takeHeader(record);
    this.#takeEntry(record, position, line);
    return true;
  }

  reading(): SessionReading<Kept> {
    return {
      ...(this.#header && { header: this.#header }),
      events: [...this.#events.values()].map((placed) => this.#withKeptEntry(placed)),
      skipped: this.#skipped,
      records: this.#records,
      offset: this.offset,
    };
  }

  #skip(reason: SkipReason): true {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
    return true;
  }

  #takeHeader(record: unknown): boolean {
    this.#header = readHeader(record);
    this.#parsedIds.push(undefined);
    return this.#header !== undefined;
  }

  #takeEntry(record: unknown, position: number, line: SourceLine): void {
    const version = (this.#header as SessionHeader).version;
    const event = projectEntry(record, { position, version, previousEntryId: this.#previousEntryId });
    this.#parsedIds.push(event?.entryId);
    if (event === undefined) {
      // A second header grants nothing and loses nothing.
      if ((record as { type?: unknown }).type !== "session") this.#skip("not-an-entry");
      return;
    }
    this.#previousEntryId = event.entryId;
    if (this.#events.delete(event.entryId)) this.#skip("duplicate-entry-id");
    const keptIndex = firstKeptEntryIndex(record, version);
    if (keptIndex !== undefined) this.#keptIndexes.set(event.entryId, keptIndex);
    const placed = { event, position, byteOffset: line.offset, byteLength: line.length };
    this.#events.set(event.entryId, this.#keep(placed));
  }

  #withKeptEntry(placed: PlacedEvent<Kept>): PlacedEvent<Kept> {
    const kept = this.#parsedIds[this.#keptIndexes.get(placed.event.entryId) ?? -1];
    if (kept === undefined) return placed;
    const link = { type: "compaction-first-kept", entryId: kept } as const;
    return { ...placed, event: { ...placed.event, links: [...placed.event.links, link] } };
  }
}

function readHeader(record: unknown): SessionHeader | undefined {
  const { type, id, version, cwd, timestamp, parentSession } = record as Record<string, unknown>;
  if (type !== "session" || typeof id !== "string") return undefined;
  const startedAt = typeof timestamp === "string" ? timestamp.toWellFormed() : "";
  return {
    sessionId: id.toWellFormed(),
    version: typeof version === "number" ? version : 1,
    ...(typeof cwd === "string" && { cwd: cwd.toWellFormed() }),
    startedAt,
    startedTime: parseTimestamp(startedAt),
    ...(typeof parentSession === "string" && parentSession !== "" && { parentSession }),
  };
}
