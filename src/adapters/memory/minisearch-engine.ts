import { throwIfCancelled } from "../../domain/model/cancellation.ts";
import type { EventKey } from "../../ports/event-record.ts";
import type { Eligible } from "../../ports/filter-record.ts";
import type { HeldPostings, TokenDigest } from "../../ports/held-postings.ts";
import type { QueryTree } from "../../ports/query-tree.ts";
import type { Analyzer, EngineFragment, FragmentMatch, MatchOptions, SearchEngine } from "../../ports/search-engine.ts";
import { HeldFragments } from "./held-fragments.ts";
import { matchQuery } from "./match-query.ts";
import type { MiniSearchClass } from "./postings.ts";

const BATCH = 1_024;

/**
 * Search in memory: MiniSearch names the fragments that may match, their token sequences decide, and the domain computes the
 * relevance. Memory: at most 6 bytes per byte of text (design §13). Removed fragments leave no trace in statistics or memory.
 */
export class MiniSearchEngine implements SearchEngine {
  readonly #held: HeldFragments;

  constructor(miniSearch: MiniSearchClass) {
    this.#held = new HeldFragments(miniSearch);
  }

  /** Bytes of process memory, estimated. */
  get bytes(): number {
    return this.#held.bytes;
  }

  /** Every fragment's tokens as one digest. A fragment of no event would be one that is still to be dropped. */
  inspect(digest: TokenDigest): HeldPostings {
    return { isSound: true, strays: 0, digestOf: (event, ordinal) => this.#held.digestOf(event, ordinal, digest) };
  }

  async add(fragments: readonly EngineFragment[], analyzer: Analyzer): Promise<void> {
    for (const { event, ordinal, text } of fragments) this.#held.add(event, ordinal, analyzer.tokens(text));
  }

  async remove(events: readonly EventKey[]): Promise<void> {
    for (const event of events) this.#held.removeEvent(event);
  }

  /** The first batch decides all of them, so that a change in between is not half seen. Error: `Cancelled`. */
  async *match(query: QueryTree, eligible: Eligible, options: MatchOptions = {}): AsyncGenerator<FragmentMatch[]> {
    throwIfCancelled(options.signal);
    const matches = matchQuery(query, this.#held, eligible, options.relevance ?? true);
    for (let at = 0; at < matches.length; at += BATCH) {
      throwIfCancelled(options.signal);
      yield matches.slice(at, at + BATCH);
    }
  }
}
