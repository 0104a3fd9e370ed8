import type { EventKey, StoredEvent } from "../../ports/event-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import { notFound } from "../model/errors.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import type { Caller } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { type EventStates, liveStates } from "./live-states.ts";
import { findSession, type Scope } from "./scope/resolve-scope.ts";
import { invocationCutoff } from "./search/select-sources.ts";

/** The events of the visible sessions as one caller sees them: without what its invoking call must not see, at its live leaf. */
export class VisibleSessions {
  readonly scope: Scope;
  readonly #parts: HistoryParts;
  readonly #cutoff: number | undefined;
  readonly #live: ReadonlyMap<EventKey, EventStates> | undefined;
  readonly #anchors = new Map<SourceKey, Promise<StoredEvent | undefined>>();

  static async open(scope: Scope, caller: Caller, parts: HistoryParts): Promise<VisibleSessions> {
    const cutoff = scope.own && (await invocationCutoff(scope.own, caller, parts));
    return new VisibleSessions(scope, parts, cutoff, await liveStates(scope.own, caller, parts));
  }

  private constructor(
    scope: Scope,
    parts: HistoryParts,
    cutoff: number | undefined,
    live: ReadonlyMap<EventKey, EventStates> | undefined,
  ) {
    this.scope = scope;
    this.#parts = parts;
    this.#cutoff = cutoff;
    this.#live = live;
  }

  /** Errors: the one public `NotFound`, for sessions and entries alike. */
  async find(
    sessionId: string,
    entryId: string,
    caller: Caller,
  ): Promise<{ source: SessionSourceRecord; event: StoredEvent }> {
    const source = findSession(this.scope, sessionId, caller);
    const event = await this.event(source, entryId);
    if (event === undefined) throw notFound();
    return { source, event };
  }

  async event(source: SessionSourceRecord, entryId: string | null): Promise<StoredEvent | undefined> {
    if (entryId === null) return undefined;
    const event = await this.#parts.store.event(source.key, entryId);
    return event && this.isVisible(event) ? this.atLiveLeaf(event) : undefined;
  }

  async children(source: SessionSourceRecord, entryId: string): Promise<StoredEvent[]> {
    return this.#seen(await this.#parts.store.children(source.key, entryId));
  }

  async neighbours(event: StoredEvent, before: number, after: number): Promise<StoredEvent[]> {
    return this.#seen(await this.#parts.store.neighbours(event.source, event.position, before, after));
  }

  /** The last event that a session shares with its parent, as the parent holds it. Looked for once per session. */
  forkAnchor(child: SessionSourceRecord, parent: SessionSourceRecord): Promise<StoredEvent | undefined> {
    const known = this.#anchors.get(child.key);
    if (known) return known;
    const shared = this.#parts.store.lastShared(child.key, parent.key);
    const anchor = shared.then((event) => event && this.event(parent, event.entryId));
    this.#anchors.set(child.key, anchor);
    return anchor;
  }

  isVisible(event: StoredEvent): boolean {
    return this.#cutoff === undefined || event.source !== this.scope.own?.key || event.position < this.#cutoff;
  }

  atLiveLeaf(event: StoredEvent): StoredEvent {
    const states = this.#live?.get(event.key);
    return states ? { ...event, ...states } : event;
  }

  #seen(events: readonly StoredEvent[]): StoredEvent[] {
    return events.filter((event) => this.isVisible(event)).map((event) => this.atLiveLeaf(event));
  }
}
