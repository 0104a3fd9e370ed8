interface Word {
  readonly token: string;
  /** Fragments that hold the token. */
  holding: number;
}

/** The tokens that some fragment holds, each with a small number. Numbers of dropped tokens are given again. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #words: (Word | undefined)[] = [];
  readonly #free: number[] = [];

  /** Number of distinct tokens held. */
  get size(): number {
    return this.#ids.size;
  }

  idOf(token: string): number | undefined {
    return this.#ids.get(token);
  }

  tokenOf(id: number): string {
    return this.#word(id).token;
  }

  /** Fragments that hold the token. */
  holdingOf(id: number): number {
    return this.#word(id).holding;
  }

  /** Ids of the tokens that begin so. Cost: one look at every token held. */
  idsBeginningWith(prefix: string): number[] {
    const ids: number[] = [];
    for (const [token, id] of this.#ids) if (token.startsWith(prefix)) ids.push(id);
    return ids;
  }

  /** Counts one more fragment, which holds these tokens, and answers with their ids, in order. */
  hold(tokens: readonly string[]): number[] {
    const ids = tokens.map((token) => this.#ids.get(token) ?? this.#admit(token));
    for (const id of new Set(ids)) this.#word(id).holding++;
    return ids;
  }

  /** Takes back what `hold` did for a fragment; tokens that nobody holds any more are dropped. */
  release(distinctIds: Iterable<number>): void {
    for (const id of distinctIds) {
      const word = this.#word(id);
      if (--word.holding > 0) continue;
      this.#ids.delete(word.token);
      this.#words[id] = undefined;
      this.#free.push(id);
    }
  }

  #admit(token: string): number {
    // A token is usually a slice of the fragment's text, and a slice keeps the whole text in memory: keep a copy.
    const copy = Buffer.from(token).toString();
    const id = this.#free.pop() ?? this.#words.length;
    this.#words[id] = { token: copy, holding: 0 };
    this.#ids.set(copy, id);
    return id;
  }

  #word(id: number): Word {
    const word = this.#words[id];
    if (word === undefined) throw new Error(`No token has the number ${id}.`);
    return word;
  }
}
