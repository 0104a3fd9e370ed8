import type { SourceKey, SourceRecord, StoredSource } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { holdsHidden } from "./source-rows.ts";
import { restoreSource } from "./stored-source.ts";
import { restoreText } from "./stored-text.ts";

/**
 * The list of all files, remembered between reads: as a whole until something is committed, and row by row beyond that. Parsing and checking
 * thousands of rows takes longer than most searches, and during a sync every search finds that a few have changed.
 */
export class SourceList {
  readonly #connection: Connection;
  #whole: { readonly at: string; readonly sources: readonly StoredSource[] } | undefined;
  #hidden: { readonly at: string; readonly isHeld: boolean } | undefined;
  #rows: ReadonlyMap<SourceKey, { readonly record: string; readonly source: StoredSource }> = new Map();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** In the order of their paths; hidden generations are none. Call inside a transaction. */
  read(): readonly StoredSource[] {
    const at = this.#connection.dataVersion();
    if (this.#whole?.at !== at) this.#whole = { at, sources: this.#readRows() };
    return this.#whole.sources;
  }

  /** True while rows are held that match nothing and count. Call inside a transaction. */
  holdsHidden(): boolean {
    const at = this.#connection.dataVersion();
    if (this.#hidden?.at !== at) this.#hidden = { at, isHeld: holdsHidden(this.#connection) };
    return this.#hidden.isHeld;
  }

  #readRows(): StoredSource[] {
    const stored = this.#connection.statement("SELECT key, path, record FROM source WHERE standing = 0").all();
    const rows = (stored as [SourceKey, string, string][]).map(([key, path, record]) => {
      const before = this.#rows.get(key);
      const source = before?.record === record ? before.source : { ...readSourceRecord(path, record), key };
      return [key, { record, source }] as const;
    });
    this.#rows = new Map(rows);
    return rows.map(([, { source }]) => source).toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }
}

/** Errors: `RangeError` for a record that nobody has written like this. */
function readSourceRecord(path: string, text: string): SourceRecord {
  const record = restoreSource(text);
  const { state, session } = record;
  const isWhole =
    record.path === restoreText(path) &&
    (state === "pending" || state === "indexed" || state === "skipped") &&
    [record.bytes, record.modifiedMs, record.offset, record.records].every(Number.isFinite) &&
    [record.identity, record.headerHash, record.boundaryHash].every((field) => typeof field === "string") &&
    Array.isArray(record.skipped) &&
    (session === undefined ? state !== "indexed" : typeof session.sessionId === "string");
  if (!isWhole) throw new RangeError("A file's row is damaged.");
  return record;
}
