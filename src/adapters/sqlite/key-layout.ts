import type { EventKey } from "../../ports/event-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import type { Connection } from "./connection.ts";
import { ROWS_PER_KEY } from "./event-codes.ts";
import type { FragmentClasses } from "./fragment-classes.ts";

/** What a search has to know of every row id, kept in memory between commits: small, since both parts are exceptions or runs. */
export interface KeyLayout {
  /** Which file each run of keys belongs to, in ascending order. */
  readonly ranges: readonly (readonly [first: EventKey, last: EventKey, source: SourceKey])[];
  /** Row ids of fragments that are our own tools' calls. */
  readonly ownCalls: ReadonlySet<number>;
  /** For events of more than 32 fragments: the event of each further key. */
  readonly furtherKeys: ReadonlyMap<EventKey, EventKey>;
}

/** The layout as it is now; read again only after a commit of any process. Call inside a transaction. */
export class KeyLayouts {
  readonly #connection: Connection;
  readonly #classes: FragmentClasses;
  #layout: KeyLayout = { ranges: [], ownCalls: new Set(), furtherKeys: new Map() };
  #version = "";

  constructor(connection: Connection, classes: FragmentClasses) {
    this.#connection = connection;
    this.#classes = classes;
  }

  current(): KeyLayout {
    const version = this.#connection.dataVersion();
    if (version !== this.#version) {
      this.#layout = this.#read();
      this.#version = version;
    }
    return this.#layout;
  }

  #read(): KeyLayout {
    const ranges = this.#connection.statement("SELECT first, last, source FROM key_range ORDER BY first").all();
    const special = this.#connection.statement(SPECIAL_EVENTS).all() as [EventKey, string][];
    const ownCalls = new Set<number>();
    const furtherKeys = new Map<EventKey, EventKey>();
    for (const [key, encoded] of special) {
      for (const fragment of this.#classes.decode(encoded)) {
        if (fragment.isOwnCall) ownCalls.add(key * ROWS_PER_KEY + fragment.ordinal);
        const itsKey = key + Math.floor(fragment.ordinal / ROWS_PER_KEY);
        if (itsKey !== key) furtherKeys.set(itsKey, key);
      }
    }
    return { ranges: ranges as KeyLayout["ranges"][number][], ownCalls, furtherKeys };
  }
}

/** Events that hold own calls or take several keys; the condition is that of the index `event_special`. */
export const SPECIAL_EVENTS = "SELECT key, fragments FROM event WHERE traits & 384";
