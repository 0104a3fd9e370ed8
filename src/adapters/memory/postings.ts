/** A fragment as MiniSearch sees it. */
export interface PostingsDocument {
  readonly id: number;
  /** Distinct terms, separated by spaces. */
  readonly terms: string;
}

export interface PostingsOptions {
  fields: string[];
  tokenize: (text: string) => string[];
  processTerm: (term: string) => string;
  autoVacuum: false;
}

/** The part of a MiniSearch index that is used here. */
export interface PostingsIndex {
  add(document: PostingsDocument): void;
  remove(document: PostingsDocument): void;
  search(query: string, options: { boostDocument: (id: number) => number }): unknown;
}

/** The MiniSearch class, injected. */
export type MiniSearchClass = new (options: PostingsOptions) => PostingsIndex;

/**
 * Tokens that share one MiniSearch term. A term costs about 500 bytes and a posting about 40, and most tokens stand in one fragment
 * only; tokens with neighbouring ids were met in the same fragment, so sharing a term saves both and hardly lengthens the answers.
 */
const TOKENS_PER_TERM = 16;

/** Which fragments may hold a token, kept by MiniSearch. */
export class Postings {
  readonly #index: PostingsIndex;

  constructor(miniSearch: MiniSearchClass) {
    this.#index = new miniSearch({
      fields: ["terms"],
      tokenize: (terms) => terms.split(" "),
      processTerm: (term) => term,
      autoVacuum: false,
    });
  }

  add(slot: number, distinctIds: Iterable<number>): void {
    this.#index.add({ id: slot, terms: termsOf(distinctIds) });
  }

  /** The ids must be those that were added. */
  remove(slot: number, distinctIds: Iterable<number>): void {
    this.#index.remove({ id: slot, terms: termsOf(distinctIds) });
  }

  /** Slots of all fragments that hold one of the tokens, each once, and of some that do not. */
  slotsNear(ids: Iterable<number>): number[] {
    const slots = new Set<number>();
    // A document without a boost never becomes a result: this reads the postings without scoring and sorting them.
    const boostDocument = (slot: number): number => {
      slots.add(slot);
      return 0;
    };
    this.#index.search(termsOf(ids), { boostDocument });
    return [...slots];
  }
}

function termsOf(distinctIds: Iterable<number>): string {
  const terms = new Set<string>();
  for (const id of distinctIds) terms.add(termOf(id));
  return [...terms].join(" ");
}

/** Hexadecimal: MiniSearch's tree is read child by child, and sixteen children are few. */
function termOf(id: number): string {
  return Math.floor(id / TOKENS_PER_TERM).toString(16);
}
