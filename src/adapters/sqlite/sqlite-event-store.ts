import { RecallError } from "../../domain/model/errors.ts";
import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import { passesFilter } from "../../domain/query/passes-filter.ts";
import type { DiscoveryMark, DiscoveryStep } from "../../ports/discovery-record.ts";
import type { EventKey, StoredEvent } from "../../ports/event-record.ts";
import type { EventStore, IndexChange, OrderKeyRecord } from "../../ports/event-store.ts";
import type { Eligible, FilterRecord } from "../../ports/filter-record.ts";
import type { HeldPostings, SliceOptions, TokenDigest } from "../../ports/held-postings.ts";
import type { RelationRecord } from "../../ports/relation-record.ts";
import type { SourceKey, StoredSource } from "../../ports/source-record.ts";
import { commitChange } from "./commit-change.ts";
import type { Connection } from "./connection.ts";
import { addDiscovered, rowsBehind, undiscoveredSources } from "./discovery-rows.ts";
import { decodeEntryType } from "./event-codes.ts";
import { decodeEvent, EVENT_COLUMNS, type EventRow } from "./event-rows.ts";
import { forgetUnusedClasses } from "./forget-unused-classes.ts";
import type { FragmentClasses } from "./fragment-classes.ts";
import { deleteIndexFiles, indexBytes } from "./index-file.ts";
import { inspectPostings } from "./inspect-postings.ts";
import { relationsFrom, relationsOfSource, relationsTo } from "./relation-rows.ts";
import { SourceList } from "./source-list.ts";
import { retiredSource } from "./source-rows.ts";
import { restoreId, type StoredId, storeId } from "./stored-id.ts";
import { sweepRows } from "./sweep-rows.ts";
import { restoreText } from "./stored-text.ts";

const SELECT_EVENT = `SELECT ${EVENT_COLUMNS} FROM event`;
const IS_COPY = "one.entry_id = other.entry_id AND one.type = other.type AND one.content_hash = other.content_hash";

/** The event store over one SQLite database. Every method is one synchronous piece of work on one snapshot. */
export class SqliteEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #classes: FragmentClasses;
  readonly #version: string;
  #classesAt = 0;
  readonly #sources: SourceList;

  constructor(connection: Connection, classes: FragmentClasses, version: string) {
    this.#connection = connection;
    this.#classes = classes;
    this.#version = version;
    this.#sources = new SourceList(connection);
  }

  /** One `BEGIN IMMEDIATE` transaction. States and edges of entries that the file does not hold are ignored. */
  async commit(change: IndexChange): Promise<void> {
    const keepsContent = !change.sources?.length && !change.removed?.length;
    try {
      await this.#connection.writeWhenFree(
        () => {
          this.#forgetOldClasses();
          commitChange(this.#connection, this.#classes, change);
        },
        { keepsContent },
      );
    } catch (error) {
      this.#classes.forget();
      throw error;
    }
  }

  /** At most one write transaction per call. */
  async sweep(events: number): Promise<boolean> {
    // Mostly there is nothing to do: the look takes no lock and leaves what is remembered of the files as it is.
    if (this.#connection.read(() => retiredSource(this.#connection)) === undefined) return false;
    return this.#connection.writeWhenFree(() => sweepRows(this.#connection, events));
  }

  async holdsHidden(): Promise<boolean> {
    return this.#connection.read(() => this.#sources.holdsHidden());
  }

  async undiscovered(): Promise<readonly DiscoveryMark[]> {
    return this.#connection.read(() => undiscoveredSources(this.#connection));
  }

  async eventsBehind(mark: DiscoveryMark, limit: number): Promise<readonly StoredEvent[]> {
    return this.#connection.read(() => {
      return rowsBehind(this.#connection, mark, limit).map((row) => decodeEvent(row, this.#classes));
    });
  }

  /** One `BEGIN IMMEDIATE` transaction. */
  async discover(steps: readonly DiscoveryStep[]): Promise<void> {
    await this.#connection.writeWhenFree(() => addDiscovered(this.#connection, steps), { keepsContent: true });
  }

  async sources(): Promise<readonly StoredSource[]> {
    return this.#connection.read(() => this.#sources.read());
  }

  async walks(): Promise<readonly { readonly root: string; readonly completedAt: number }[]> {
    const rows = this.#rows("SELECT root, completed_at FROM walk") as [string, number][];
    return rows.map(([root, completedAt]) => ({ root: restoreText(root), completedAt }));
  }

  async events(keys: readonly EventKey[]): Promise<readonly StoredEvent[]> {
    return this.#connection.read(() => {
      const find = this.#connection.statement(`${SELECT_EVENT} WHERE key = ?`);
      const rows = keys.map((key) => find.get(key) as EventRow | undefined);
      return rows.filter((row) => row !== undefined).map((row) => decodeEvent(row, this.#classes));
    });
  }

  async event(source: SourceKey, entryId: string): Promise<StoredEvent | undefined> {
    return this.#events("WHERE source = ? AND entry_id = ?", source, storeId(entryId))[0];
  }

  async eventsOfSource(source: SourceKey): Promise<readonly StoredEvent[]> {
    return this.#events("WHERE source = ? ORDER BY position, key", source);
  }

  async children(source: SourceKey, parentId: string | null): Promise<readonly StoredEvent[]> {
    const stored = parentId === null ? null : storeId(parentId);
    // The plus keeps SQLite from walking the whole file in order of positions to save itself the sorting.
    return this.#events("WHERE source = ? AND parent_id IS ? ORDER BY +position, key", source, stored);
  }

  async neighbours(
    source: SourceKey,
    position: number,
    before: number,
    after: number,
  ): Promise<readonly StoredEvent[]> {
    const lower = "WHERE source = ? AND position < ? ORDER BY position DESC, key DESC LIMIT ?";
    const higher = "WHERE source = ? AND position > ? ORDER BY position, key LIMIT ?";
    return [
      ...this.#events(lower, source, position, before).toReversed(),
      ...this.#events(higher, source, position, after),
    ];
  }

  async relationsFrom(source: SourceKey, entryId: string): Promise<readonly RelationRecord[]> {
    return this.#connection.read(() => relationsFrom(this.#connection, source, entryId));
  }

  async relationsTo(source: SourceKey, to: string): Promise<readonly RelationRecord[]> {
    return this.#connection.read(() => relationsTo(this.#connection, source, to));
  }

  async relationsOfSource(source: SourceKey): Promise<readonly RelationRecord[]> {
    return this.#connection.read(() => relationsOfSource(this.#connection, source));
  }

  async orderKeys(keys: readonly EventKey[]): Promise<readonly OrderKeyRecord[]> {
    type Row = [EventKey, SourceKey, StoredId, number | string, number | null, StoredId];
    return this.#connection.read(() => {
      const sql = "SELECT key, source, entry_id, type, time, content_hash FROM event WHERE key = ?";
      const find = this.#connection.statement(sql);
      const rows = keys.map((key) => find.get(key) as Row | undefined).filter((row) => row !== undefined);
      return rows.map(([key, source, entryId, type, time, contentHash]) => {
        return {
          key,
          source,
          entryId: restoreId(entryId),
          entryType: decodeEntryType(type),
          time,
          contentHash: restoreId(contentHash),
        };
      });
    });
  }

  async copies(source: SourceKey, others: readonly SourceKey[]): Promise<readonly EventKey[]> {
    return this.#connection.read(() => {
      const sql = `SELECT other.key FROM event one JOIN event other ON ${IS_COPY} WHERE one.source = ? AND other.source = ?`;
      return others.flatMap((other) => this.#connection.pluck(sql).all(source, other) as EventKey[]);
    });
  }

  /** Walks back from the child's end, so a fork that shares much is quick; one that shares nothing costs the child's events. */
  async lastShared(child: SourceKey, parent: SourceKey): Promise<StoredEvent | undefined> {
    const shared = `EXISTS (SELECT 1 FROM event one WHERE one.source = ? AND ${IS_COPY})`;
    const sql = `SELECT other.key FROM event other WHERE other.source = ? AND ${shared} ORDER BY other.position DESC, other.key DESC LIMIT 1`;
    const key = this.#connection.read(() => this.#connection.pluck(sql).get(child, parent) as EventKey | undefined);
    return key === undefined ? undefined : this.#events("WHERE key = ?", key)[0];
  }

  async eligible(filter: FilterRecord): Promise<Eligible> {
    this.#connection.read(() => undefined);
    const accepts = (key: EventKey, ordinal: number): boolean => {
      const event = this.#events("WHERE key = ?", key)[0];
      const fragment = event?.fragments.find((candidate) => candidate.ordinal === ordinal);
      return event !== undefined && fragment !== undefined && passesFilter(filter, event, fragment);
    };
    return { filter, accepts };
  }

  /** `bytes`: the database and its write-ahead log. */
  async describe(): Promise<{ engine: string; location: string; bytes: number; version: string }> {
    const { file } = this.#connection;
    return this.#connection.direct(() => {
      return { engine: "fts5", location: file, bytes: indexBytes(file), version: this.#version };
    });
  }

  /** Blocks three times for about as long as writing the whole index takes: for idle hours and `purge`, never during a search. */
  async maintain({ signal, turn }: SliceOptions = {}): Promise<void> {
    throwIfCancelled(signal);
    this.#connection.write(() => {
      forgetUnusedClasses(this.#connection);
      this.#classes.forget();
      this.#connection.command("INSERT INTO fts (fts) VALUES ('optimize')").run();
    });
    await turn?.();
    throwIfCancelled(signal);
    this.#connection.write(
      () => this.#connection.command("INSERT INTO discovery (discovery) VALUES ('optimize')").run(),
      { keepsContent: true },
    );
    await turn?.();
    throwIfCancelled(signal);
    this.#connection.direct((database) => {
      database.exec("VACUUM");
      const isBlocked = database.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) !== 0;
      if (isBlocked)
        throw new RecallError("IndexUnavailable", "The index is in use elsewhere; repeat its upkeep later.");
    });
  }

  async reset(): Promise<void> {
    this.#connection.reset();
    this.#classes.forget();
  }

  async erase(): Promise<void> {
    const { file } = this.#connection;
    this.#connection.close();
    deleteIndexFiles(file);
  }

  /** On a connection of its own, so that it keeps nobody waiting; one that lives in memory is read in one piece. */
  async inspect(digest: TokenDigest, options: SliceOptions = {}): Promise<HeldPostings> {
    const unbroken = options.signal ? { signal: options.signal } : {};
    return this.#connection.beside((connection, isAlone) =>
      inspectPostings(connection, digest, isAlone ? options : unbroken),
    );
  }

  /** Closing twice is no error. */
  async close(): Promise<void> {
    this.#connection.close();
  }

  /** `maintain` of another process may have taken the meaning of a code away. */
  #forgetOldClasses(): void {
    const version = this.#connection.othersVersion();
    if (version !== this.#classesAt) this.#classes.forget();
    this.#classesAt = version;
  }

  #events(where: string, ...parameters: unknown[]): StoredEvent[] {
    return this.#connection.read(() => {
      const rows = this.#connection.statement(`${SELECT_EVENT} ${where}`).all(...parameters) as EventRow[];
      return rows.map((row) => decodeEvent(row, this.#classes));
    });
  }

  #rows(sql: string): unknown[] {
    return this.#connection.read(() => this.#connection.statement(sql).all());
  }
}
