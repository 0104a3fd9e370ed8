import {
  type Analyzer,
  type Eligible,
  type EngineFragment,
  type EventKey,
  type FragmentMatch,
  leafRelevance,
  leavesOf,
  type MatchOptions,
  occurrencesOf,
  type QueryTree,
  RecallError,
  roundRelevance,
  satisfies,
  type SearchEngine,
} from "../../src/entries/index.ts";

interface HeldFragment {
  readonly event: EventKey;
  readonly ordinal: number;
  readonly tokens: readonly string[];
}

/** Looks at every fragment for every query. */
export class MinimalEngine implements SearchEngine {
  #held: HeldFragment[] = [];

  async add(fragments: readonly EngineFragment[], analyzer: Analyzer): Promise<void> {
    for (const { event, ordinal, text } of fragments) {
      this.#held.push({ event, ordinal, tokens: analyzer.tokens(text) });
    }
  }

  async remove(events: readonly EventKey[]): Promise<void> {
    const gone = new Set(events);
    this.#held = this.#held.filter((fragment) => !gone.has(fragment.event));
  }

  async *match(query: QueryTree, eligible: Eligible, options: MatchOptions = {}): AsyncGenerator<FragmentMatch[]> {
    if (options.signal?.aborted) throw new RecallError("Cancelled", "The search was cancelled.");
    const relevanceOf = options.relevance === false ? () => 0 : this.#relevance(query);
    yield this.#held
      .filter(({ event, ordinal, tokens }) => satisfies(query, tokens) && eligible.accepts(event, ordinal))
      .map(({ event, ordinal, tokens }) => ({ event, ordinal, relevance: relevanceOf(tokens) }));
  }

  /** The domain's formula over this engine's statistics, which count every fragment held. */
  #relevance(query: QueryTree): (tokens: readonly string[]) => number {
    const fragments = this.#held.length;
    const averageLength = this.#held.reduce((sum, { tokens }) => sum + tokens.length, 0) / fragments;
    const leaves = leavesOf(query).map((leaf) => {
      return { leaf, holding: this.#held.filter(({ tokens }) => occurrencesOf(leaf, tokens).length > 0).length };
    });
    return (tokens) => {
      const length = tokens.length;
      const parts = leaves.map(({ leaf, holding }) => {
        const frequency = occurrencesOf(leaf, tokens).length;
        return leafRelevance({ fragments, holding, frequency, length, averageLength });
      });
      return roundRelevance(parts.reduce((sum, part) => sum + part, 0));
    };
  }
}
