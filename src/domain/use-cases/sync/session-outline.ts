import type { Event } from "../../model/event.ts";
import { ToolCalls } from "../../relations/tool-calls.ts";
import { decidesSelection, type SelectionLink } from "../../tree/selection-states.ts";
import { NumberColumn } from "../../tree/number-column.ts";
import { SessionTree } from "../../tree/session-tree.ts";

/** What of an event decides how the entries of a session hang together: all but its texts and what only shows it. */
export type SkeletonEvent = Pick<
  Event,
  "entryId" | "parentId" | "entryType" | "contribution" | "links" | "sessionName" | "time"
>;

/** Where a record stands in its file. */
export interface RecordPlace {
  readonly position: number;
  /** Bytes. */
  readonly byteOffset: number;
  /** Bytes. */
  readonly byteLength: number;
}

/** An event and where its record stands. */
export interface PlacedEvent extends RecordPlace {
  readonly event: Event;
}

/** What the index keeps of a session beside its events, as far as the entries say it. */
export interface SessionSummary {
  /** Distinct events. */
  readonly events: number;
  /** Latest session name, trimmed; empty when it was cleared. */
  readonly name?: string;
  /** The last entry, of any type. */
  readonly last?: { readonly entryId: string; readonly time: number | null };
}

/**
 * How the entries of one file hang together, gathered while it is read, in a few dozen bytes per entry: what of a session must be known as a
 * whole before any of its entries has its states. Entries have the numbers of `tree`.
 */
export class SessionOutline {
  readonly tree = new SessionTree();
  readonly calls = new ToolCalls();
  readonly #positions = new NumberColumn();
  readonly #byteOffsets = new NumberColumn(Float64Array);
  readonly #byteLengths = new NumberColumn();
  readonly #selectionLinks: [number, SelectionLink][] = [];
  readonly #names: [number, string][] = [];
  #lastTime: number | null = null;

  /** Takes the next entry of the file. Returns its number. */
  add(event: SkeletonEvent, place: RecordPlace): number {
    const number = this.tree.add(event);
    this.calls.add(event.links);
    this.#positions.push(place.position);
    this.#byteOffsets.push(place.byteOffset);
    this.#byteLengths.push(place.byteLength);
    for (const link of event.links) {
      if ("entryId" in link && decidesSelection(link.type)) this.#addLink(number, link.type, link.entryId);
    }
    if (event.sessionName !== undefined) this.#names.push([number, event.sessionName]);
    this.#lastTime = event.time;
    return number;
  }

  /** The first entry that a compaction of a version 1 file keeps, which is known only when the whole file is. */
  addFirstKept(compaction: number, entryId: string): void {
    this.#addLink(compaction, "compaction-first-kept", entryId);
  }

  placeOf(number: number): RecordPlace {
    return {
      position: this.#positions.at(number) as number,
      byteOffset: this.#byteOffsets.at(number) as number,
      byteLength: this.#byteLengths.at(number) as number,
    };
  }

  /** The links that decide selection, in append order. */
  selectionLinks(): readonly SelectionLink[] {
    return this.#selectionLinks.filter(([number]) => this.tree.stands(number)).map(([, link]) => link);
  }

  summary(): SessionSummary {
    const name = this.#names.findLast(([number]) => this.tree.stands(number))?.[1];
    const { last } = this.tree;
    return {
      events: this.tree.entries,
      ...(name !== undefined && { name }),
      ...(last !== undefined && { last: { entryId: this.tree.idOf(last), time: this.#lastTime } }),
    };
  }

  #addLink(number: number, relation: string, to: string): void {
    this.#selectionLinks.push([number, { from: this.tree.idOf(number), relation, to }]);
  }
}
