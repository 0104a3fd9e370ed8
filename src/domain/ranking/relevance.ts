const K1 = 1.2;
const B = 0.75;
/** Keeps a match of a word that most fragments hold above no match (FTS5's rule). */
const LEAST_IDF = 1e-6;
const PRECISION = 1e9;

export interface LeafStatistics {
  /** Fragments in the index, eligible or not, empty ones included. */
  readonly fragments: number;
  /** Fragments that hold the leaf. */
  readonly holding: number;
  /** Occurrences of the leaf in this fragment. */
  readonly frequency: number;
  /** Tokens of this fragment. */
  readonly length: number;
  /** Tokens of all fragments divided by their number. */
  readonly averageLength: number;
}

/** BM25 of one leaf in one fragment, in FTS5's order of operations (design §6). Unrounded. */
export function leafRelevance(statistics: LeafStatistics): number {
  const { fragments, holding, frequency, length, averageLength } = statistics;
  const measured = Math.log((fragments - holding + 0.5) / (holding + 0.5));
  const idf = measured <= 0 ? LEAST_IDF : measured;
  return idf * ((frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / averageLength)));
}

/** Rounds to 1e-9, so that engines that add in another order agree. */
export function roundRelevance(relevance: number): number {
  return Math.round(relevance * PRECISION) / PRECISION;
}
