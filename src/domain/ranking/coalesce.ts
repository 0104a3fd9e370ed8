import type { EventKey } from "../../ports/event-record.ts";
import type { FragmentMatch } from "../../ports/search-engine.ts";

/** One event that matched, with its strongest fragment. */
export interface EventMatch {
  readonly event: EventKey;
  /** Of the strongest fragment: the highest relevance, then the lowest ordinal. */
  readonly relevance: number;
  readonly ordinal: number;
  readonly matchingFragmentCount: number;
}

/**
 * Fragments of one event become one match (design §6). The result does not depend on the order or the batches in which they come.
 * Cost: linear. Matches of one event that follow each other are joined without a look-up.
 */
export class CoalescedMatches {
  readonly #index = new Map<EventKey, number>();
  readonly #events: EventKey[] = [];
  readonly #relevance: number[] = [];
  readonly #ordinal: number[] = [];
  readonly #count: number[] = [];
  #fragments = 0;

  /** Number of distinct events so far. */
  get size(): number {
    return this.#events.length;
  }

  /** Number of fragments so far. */
  get fragments(): number {
    return this.#fragments;
  }

  /** Relevance per event, in the order in which events were first met. */
  get relevance(): readonly number[] {
    return this.#relevance;
  }

  add(batch: readonly FragmentMatch[]): void {
    this.#fragments += batch.length;
    for (const match of batch) {
      const last = this.#events.length - 1;
      let at = this.#events[last] === match.event ? last : this.#index.get(match.event);
      if (at === undefined) {
        at = this.#events.push(match.event) - 1;
        this.#index.set(match.event, at);
        this.#relevance.push(match.relevance);
        this.#ordinal.push(match.ordinal);
        this.#count.push(1);
        continue;
      }
      this.#count[at] = (this.#count[at] as number) + 1;
      const best = this.#relevance[at] as number;
      if (match.relevance > best || (match.relevance === best && match.ordinal < (this.#ordinal[at] as number))) {
        this.#relevance[at] = match.relevance;
        this.#ordinal[at] = match.ordinal;
      }
    }
  }

  /** The match at a place between 0 and `size`. */
  at(place: number): EventMatch {
    return {
      event: this.#events[place] as number,
      relevance: this.#relevance[place] as number,
      ordinal: this.#ordinal[place] as number,
      matchingFragmentCount: this.#count[place] as number,
    };
  }
}
