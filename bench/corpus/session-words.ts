import type { SeededRandom } from "../../src/contract/seeded-random.ts";
import { drawRank, VOCABULARY } from "./vocabulary.ts";

/** Words that one session keeps coming back to. */
const LEXICON = 2_500;
/** Shares of words that come from elsewhere in the language, and of words that nobody wrote before. */
const ELSEWHERE = 0.1;
const UNHEARD = 0.004;
const DIGITS = "0123456789abcdef";

/** The words of one session: its own few thousand, some of the whole vocabulary, and now and then a new identifier or hash. */
export class SessionWords {
  readonly #random: SeededRandom;
  readonly #lexicon: readonly string[];

  constructor(random: SeededRandom) {
    this.#random = random;
    const lexicon = new Set<string>();
    while (lexicon.size < LEXICON) lexicon.add(VOCABULARY[drawRank(random, VOCABULARY.length)] as string);
    this.#lexicon = [...lexicon];
  }

  draw(): string {
    const random = this.#random;
    const share = random.next();
    if (share < UNHEARD) return this.#unheard();
    if (share < UNHEARD + ELSEWHERE) return VOCABULARY[drawRank(random, VOCABULARY.length)] as string;
    return this.#lexicon[drawRank(random, LEXICON)] as string;
  }

  /** A name of the kind that code is full of: camelCase, snake_case, CONSTANT, a path, a number. */
  drawIdentifier(): string {
    const one = this.draw();
    const other = this.draw();
    switch (this.#random.below(6)) {
      case 0:
        return `${one}${capitalize(other)}`;
      case 1:
        return `${one}_${other}`;
      case 2:
        return `${one}_${other}`.toUpperCase();
      case 3:
        return `src/${one}/${other}.ts`;
      case 4:
        return `${one}.${other}(${this.draw()})`;
      default:
        return String(drawRank(this.#random, 2_000) + 1);
    }
  }

  #unheard(): string {
    const length = 6 + this.#random.below(7);
    let word = "";
    for (let at = 0; at < length; at++) word += DIGITS[this.#random.below(16)] as string;
    return word;
  }
}

function capitalize(word: string): string {
  return (word[0] as string).toUpperCase() + word.slice(1);
}
