import type { EventKey } from "../../ports/event-record.ts";
import type { FilterRecord } from "../../ports/filter-record.ts";
import type { Connection } from "./connection.ts";
import type { FilterConditions } from "./compile-filter.ts";
import { ROWS_PER_KEY } from "./event-codes.ts";
import type { KeyLayout } from "./key-layout.ts";

/**
 * The part of a filter that is tested on row ids in memory: files as runs of keys, excluded events, cutoffs, own calls, and states.
 * Rows must come in ascending order: a pointer moves along the runs. Create inside a transaction; usable afterwards, once.
 */
export class RowFilter {
  /** Lowest and highest row id that can pass; `low > high` when none can. */
  readonly low: number;
  readonly high: number;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #excluded: ReadonlySet<EventKey>;
  readonly #afterCutoff: ReadonlySet<EventKey>;
  readonly #ownCalls: ReadonlySet<number>;
  readonly #furtherKeys: ReadonlyMap<EventKey, EventKey>;
  readonly #acceptsStates: FilterConditions["acceptsStates"];
  #at = 0;

  constructor(connection: Connection, layout: KeyLayout, filter: FilterRecord, conditions: FilterConditions) {
    for (const [first, last, source] of layout.ranges) {
      if (!filter.sources.has(source)) continue;
      const start = first * ROWS_PER_KEY;
      if (this.#ends.at(-1) === start) this.#ends.pop();
      else this.#starts.push(start);
      this.#ends.push((last + 1) * ROWS_PER_KEY);
    }
    this.low = this.#starts[0] ?? 0;
    this.high = (this.#ends.at(-1) ?? 0) - 1;
    this.#excluded = filter.excludedEvents ?? new Set();
    this.#afterCutoff = eventsAfterCutoffs(connection, filter);
    this.#ownCalls = conditions.decidesOwnCalls ? new Set() : layout.ownCalls;
    this.#furtherKeys = layout.furtherKeys;
    this.#acceptsStates = conditions.acceptsStates;
  }

  /** The fragment of a row, or undefined when the filter leaves it out. `states`: as stored, where the filter asks for them. */
  accept(rowid: number, states: number): { event: EventKey; ordinal: number } | undefined {
    while (rowid >= (this.#ends[this.#at] ?? Infinity)) this.#at++;
    if (rowid < (this.#starts[this.#at] ?? Infinity)) return undefined;
    if (this.#ownCalls.size > 0 && this.#ownCalls.has(rowid)) return undefined;
    let event = Math.floor(rowid / ROWS_PER_KEY);
    if (this.#furtherKeys.size > 0) event = this.#furtherKeys.get(event) ?? event;
    if (this.#excluded.size > 0 && this.#excluded.has(event)) return undefined;
    if (this.#afterCutoff.size > 0 && this.#afterCutoff.has(event)) return undefined;
    if (this.#acceptsStates && !this.#acceptsStates(event, states)) return undefined;
    return { event, ordinal: rowid - event * ROWS_PER_KEY };
  }
}

function eventsAfterCutoffs(connection: Connection, filter: FilterRecord): ReadonlySet<EventKey> {
  const later = connection.pluck("SELECT key FROM event WHERE source = ? AND position >= ?");
  const events = new Set<EventKey>();
  for (const [source, cutoff] of filter.cutoffs ?? []) {
    if (!filter.sources.has(source)) continue;
    for (const key of later.all(source, cutoff) as EventKey[]) events.add(key);
  }
  return events;
}
