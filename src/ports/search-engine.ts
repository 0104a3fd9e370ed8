import type { EventKey } from "./event-record.ts";
import type { Eligible } from "./filter-record.ts";
import type { QueryTree } from "./query-tree.ts";

/** Text on its way into an engine. */
export interface EngineFragment {
  readonly event: EventKey;
  readonly ordinal: number;
  readonly text: string;
}

/** The domain's analyzer, handed to engines: the tokens of a text in order. Engines know no other notion of a word. */
export interface Analyzer {
  /** Version of the rules; another version means another index. */
  readonly version: string;
  /** Tokens in order. A run too long to be a token appears as `longRun`: it counts in the length and no query can name it. */
  tokens(text: string): readonly string[];
  readonly longRun: string;
}

export interface FragmentMatch {
  readonly event: EventKey;
  readonly ordinal: number;
  /** The domain's relevance, higher is better; 0 when only counts were asked for. */
  readonly relevance: number;
}

export interface MatchOptions {
  /** False when only the matches count. Default true. */
  readonly relevance?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Postings behind the search. Ordering, coalescing, copy collapsing, totals and limits are the domain's, the same for every engine.
 */
export interface SearchEngine {
  /** Adds fragments, empty ones included. A fragment (`event`, `ordinal`) is never added twice without a removal in between. */
  add(fragments: readonly EngineFragment[], analyzer: Analyzer): Promise<void>;
  /** Removes every fragment of these events. Unknown keys are ignored. */
  remove(events: readonly EventKey[]): Promise<void>;
  /**
   * Every eligible fragment that satisfies the tree, each once, in any order, in batches of any size.
   * Statistics (fragments, frequencies, lengths) count all fragments held, eligible or not.
   */
  match(query: QueryTree, eligible: Eligible, options?: MatchOptions): AsyncIterable<readonly FragmentMatch[]>;
}
