import type { EventKey } from "../../ports/event-record.ts";
import type { TokenDigest } from "../../ports/held-postings.ts";
import { Postings, type MiniSearchClass } from "./postings.ts";
import { holdsSome, packSequence, unpackSequence } from "./token-sequence.ts";
import { Vocabulary } from "./vocabulary.ts";

export interface HeldFragment {
  readonly event: EventKey;
  readonly ordinal: number;
  /** Tokens. */
  readonly length: number;
  /** Packed ids of the tokens, in order. */
  readonly sequence: Uint8Array;
}

/** Measured on 20,000 fragments (26 MB): what one fragment, token and byte of sequence come to, postings included. */
const BYTES_PER_FRAGMENT = 450;
const BYTES_PER_TOKEN = 170;
const BYTES_PER_SEQUENCE_BYTE = 11;

/** All fragments of the engine: their token sequences, and which of them may hold a token. A slot names a fragment in here. */
export class HeldFragments {
  readonly #vocabulary = new Vocabulary();
  readonly #postings: Postings;
  readonly #fragments = new Map<number, HeldFragment>();
  readonly #slotsOfEvents = new Map<EventKey, number[]>();
  #nextSlot = 0;
  #tokens = 0;
  #sequenceBytes = 0;

  constructor(miniSearch: MiniSearchClass) {
    this.#postings = new Postings(miniSearch);
  }

  /** Fragments held, empty ones included. */
  get count(): number {
    return this.#fragments.size;
  }

  /** Tokens of all fragments divided by their number. */
  get averageLength(): number {
    return this.#tokens / this.#fragments.size;
  }

  /** Distinct tokens held. */
  get vocabularySize(): number {
    return this.#vocabulary.size;
  }

  /** Bytes of process memory, estimated. */
  get bytes(): number {
    const { size } = this.#vocabulary;
    return this.count * BYTES_PER_FRAGMENT + size * BYTES_PER_TOKEN + this.#sequenceBytes * BYTES_PER_SEQUENCE_BYTE;
  }

  add(event: EventKey, ordinal: number, tokens: readonly string[]): void {
    const ids = this.#vocabulary.hold(tokens);
    const sequence = packSequence(ids);
    const slot = this.#nextSlot++;
    this.#fragments.set(slot, { event, ordinal, length: ids.length, sequence });
    const slots = this.#slotsOfEvents.get(event);
    if (slots) slots.push(slot);
    else this.#slotsOfEvents.set(event, [slot]);
    this.#tokens += ids.length;
    this.#sequenceBytes += sequence.length;
    if (ids.length > 0) this.#postings.add(slot, new Set(ids));
  }

  removeEvent(event: EventKey): void {
    for (const slot of this.#slotsOfEvents.get(event) ?? []) {
      const { length, sequence } = this.fragment(slot);
      const distinctIds = new Set(unpackSequence(sequence));
      if (length > 0) this.#postings.remove(slot, distinctIds);
      this.#vocabulary.release(distinctIds);
      this.#tokens -= length;
      this.#sequenceBytes -= sequence.length;
      this.#fragments.delete(slot);
    }
    this.#slotsOfEvents.delete(event);
  }

  fragment(slot: number): HeldFragment {
    const fragment = this.#fragments.get(slot);
    if (fragment === undefined) throw new Error(`No fragment has the slot ${slot}.`);
    return fragment;
  }

  tokensOf(fragment: HeldFragment): string[] {
    return unpackSequence(fragment.sequence).map((id) => this.#vocabulary.tokenOf(id));
  }

  /** Sum of the digests of a fragment's tokens; undefined for one that is not held. */
  digestOf(event: EventKey, ordinal: number, digest: TokenDigest): number | undefined {
    const slots = this.#slotsOfEvents.get(event) ?? [];
    const fragment = slots.map((slot) => this.fragment(slot)).find((candidate) => candidate.ordinal === ordinal);
    return fragment && this.tokensOf(fragment).reduce((sum, token, position) => sum + digest(token, position), 0);
  }

  /** Fragments that hold the token. */
  holding(token: string): number {
    const id = this.#vocabulary.idOf(token);
    return id === undefined ? 0 : this.#vocabulary.holdingOf(id);
  }

  /** Slots of the fragments that hold the token. */
  slotsHolding(token: string): number[] {
    const wanted = this.#vocabulary.idOf(token);
    if (wanted === undefined) return [];
    const slots = this.#postings.slotsNear([wanted]);
    // As many as hold the token: no other token of the term adds to them.
    if (slots.length === this.#vocabulary.holdingOf(wanted)) return slots;
    return slots.filter((slot) => holdsSome(this.fragment(slot).sequence, (id) => id === wanted));
  }

  /** Slots of the fragments that hold a token that begins so. */
  slotsHoldingPrefix(prefix: string): number[] {
    const wanted = new Set(this.#vocabulary.idsBeginningWith(prefix));
    const slots = this.#postings.slotsNear(wanted);
    return slots.filter((slot) => holdsSome(this.fragment(slot).sequence, (id) => wanted.has(id)));
  }
}
