import type { SessionSource, SourceLine } from "../../../ports/session-source.ts";
import type { SessionRecord, SkipReason } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import { firstKeptEntryIndex } from "../../projection/first-kept-entry-index.ts";
import { parseTimestamp } from "../../projection/parse-timestamp.ts";
import { projectEntry } from "../../projection/project-entry.ts";
import { type PlacedEvent, SessionOutline } from "./session-outline.ts";

export type SessionHeader = Pick<
  SessionRecord,
  "sessionId" | "version" | "cwd" | "startedAt" | "startedTime" | "parentSession"
>;

/** What one file holds, up to its last complete record, without its texts. */
export interface SessionScan {
  /** Absent when the first parseable line is no header: the file is no session. */
  readonly header?: SessionHeader;
  readonly outline: SessionOutline;
  /** Entries that version 1 compactions keep first, by the number of the compaction. */
  readonly firstKept: ReadonlyMap<number, string>;
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Complete records, the header included. */
  readonly records: number;
  /** Bytes of complete records. */
  readonly offset: number;
  /** The last complete line, whatever it holds. */
  readonly lastLine?: SourceLine;
}

/** A scan that kept the events, those that stand, in append order. */
export interface SessionReading extends SessionScan {
  readonly events: readonly PlacedEvent[];
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Told how far the reading is, in bytes from the start of the file. */
  readonly onBytes?: (bytes: number) => void;
}

/** Takes an event while it passes: its number in the outline, and the header it stands under. */
export type TakeEvent = (placed: PlacedEvent, number: number, header: SessionHeader) => void;

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
export async function readSession(
  path: string,
  source: SessionSource,
  options: ReadOptions = {},
): Promise<SessionReading> {
  const events: PlacedEvent[] = [];
  const scan = await scanSession(path, source, { ...options, take: (placed) => void events.push(placed) });
  return { ...scan, events: standing(events, scan) };
}

/** `readSession` that keeps no event, so that a session's texts need not be held: `take` sees each one as it passes. */
export async function scanSession(
  path: string,
  source: SessionSource,
  options: ReadOptions & {
    readonly take?: TakeEvent;
    /** Awaited after every batch of lines. */
    readonly onBatch?: () => Promise<void>;
  },
): Promise<SessionScan> {
  const reader = new SessionReader(options.take);
  for await (const batch of source.lines(path, 0, options)) {
    throwIfCancelled(options.signal);
    for (const line of batch) if (!reader.take(line)) return reader.scan();
    options.onBytes?.(reader.offset);
    await options.onBatch?.();
  }
  return reader.scan();
}

/** The header alone, or undefined where the file is no session. Cost: the beginning of the file. Errors: as `readSession`. */
export async function readSessionHeader(
  path: string,
  source: SessionSource,
  options: ReadOptions = {},
): Promise<SessionHeader | undefined> {
  const reader = new SessionReader(undefined);
  for await (const batch of source.lines(path, 0, options)) {
    throwIfCancelled(options.signal);
    for (const line of batch) {
      if (!reader.take(line)) return undefined;
      if (reader.header) return reader.header;
    }
  }
  return undefined;
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
  const events: PlacedEvent[] = [];
  const reader = new SessionReader((placed) => void events.push(placed), checkpoint);
  for await (const batch of source.lines(path, checkpoint.offset, options)) {
    throwIfCancelled(options.signal);
    for (const line of batch) reader.take(line);
    options.onBytes?.(reader.offset);
  }
  const scan = reader.scan();
  return { ...scan, events: standing(events, scan) };
}

/** The events that stand, each with the link that only the whole file tells. */
function standing(events: readonly PlacedEvent[], { outline, firstKept }: SessionScan): readonly PlacedEvent[] {
  if (outline.tree.entries === events.length && firstKept.size === 0) return events;
  return events
    .map((placed, number) => {
      const entryId = firstKept.get(number);
      if (entryId === undefined) return placed;
      const link = { type: "compaction-first-kept", entryId } as const;
      return { ...placed, event: { ...placed.event, links: [...placed.event.links, link] } };
    })
    .filter((_, number) => outline.tree.stands(number));
}

class SessionReader {
  offset: number;
  header: SessionHeader | undefined;
  #records: number;
  #lastLine: SourceLine | undefined;
  #previousEntryId: string | null = null;
  /** Of a version 1 file: ids by place among the parsed lines, the header being 0. */
  readonly #parsedIds: (string | undefined)[] = [];
  readonly #keptIndexes = new Map<number, number>();
  readonly #outline = new SessionOutline();
  readonly #skipped = new Map<SkipReason, number>();
  readonly #take: TakeEvent | undefined;

  constructor(take: TakeEvent | undefined, checkpoint?: ReadCheckpoint) {
    this.#take = take;
    this.header = checkpoint?.header;
    this.#records = checkpoint?.records ?? 0;
    this.offset = checkpoint?.offset ?? 0;
  }

  /** False when the file turns out to be no session. */
  take(line: SourceLine): boolean {
    const position = this.#records++;
    this.offset = line.offset + line.length + 1;
    this.#lastLine = line;
    if (this.header === undefined && line.offset + line.length > HEADER_LIMIT) return false;
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
    if (this.header === undefined) return this.#takeHeader(record);
    this.#takeEntry(record, position, line, this.header);
    return true;
  }

  scan(): SessionScan {
    const firstKept = new Map<number, string>();
    for (const [number, index] of this.#keptIndexes) {
      const entryId = this.#parsedIds[index];
      if (entryId === undefined) continue;
      firstKept.set(number, entryId);
      this.#outline.addFirstKept(number, entryId);
    }
    return {
      ...(this.header && { header: this.header }),
      outline: this.#outline,
      firstKept,
      skipped: this.#skipped,
      records: this.#records,
      offset: this.offset,
      ...(this.#lastLine && { lastLine: this.#lastLine }),
    };
  }

  #skip(reason: SkipReason): true {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
    return true;
  }

  #takeHeader(record: unknown): boolean {
    this.header = readHeader(record);
    this.#parsedIds.push(undefined);
    return this.header !== undefined;
  }

  #takeEntry(record: unknown, position: number, line: SourceLine, header: SessionHeader): void {
    const { version } = header;
    const event = projectEntry(record, { position, version, previousEntryId: this.#previousEntryId });
    if (version < 2) this.#parsedIds.push(event?.entryId);
    if (event === undefined) {
      // A second header grants nothing and loses nothing.
      if ((record as { type?: unknown }).type !== "session") this.#skip("not-an-entry");
      return;
    }
    this.#previousEntryId = event.entryId;
    const placed = { event, position, byteOffset: line.offset, byteLength: line.length };
    const { tree } = this.#outline;
    if (tree.numberOf(event.entryId) !== undefined) this.#skip("duplicate-entry-id");
    const number = this.#outline.add(event, placed);
    const keptIndex = firstKeptEntryIndex(record, version);
    if (keptIndex !== undefined) this.#keptIndexes.set(number, keptIndex);
    this.#take?.(placed, number, header);
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
