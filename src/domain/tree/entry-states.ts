/** One of a few states for every entry of a session, by number: a byte each. */
export class EntryStates<State extends string> {
  readonly #vocabulary: readonly State[];
  readonly #codes: Uint8Array;

  /** `size`: entries. All have the first state until they are given another. */
  constructor(size: number, vocabulary: readonly [State, ...State[]]) {
    this.#vocabulary = vocabulary;
    this.#codes = new Uint8Array(size);
  }

  set(number: number, state: State): void {
    this.#codes[number] = this.#vocabulary.indexOf(state);
  }

  of(number: number): State {
    return this.#vocabulary[this.#codes[number] as number] as State;
  }
}
