/** A column of numbers that grows at its end and takes a fixed number of bytes per number, where an array takes eight and more. */
export class NumberColumn {
  readonly #Numbers: NumberArray;
  #numbers: InstanceType<NumberArray>;
  #length = 0;

  /** `Numbers`: what one number takes, `Int32Array` (default) or `Float64Array` for bytes of a file. */
  constructor(Numbers: NumberArray = Int32Array) {
    this.#Numbers = Numbers;
    this.#numbers = new Numbers(64);
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new this.#Numbers(Math.ceil(this.#length * 1.5));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = number;
  }

  /** Undefined past the end. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#numbers[index] : undefined;
  }
}

type NumberArray = Int32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor;
