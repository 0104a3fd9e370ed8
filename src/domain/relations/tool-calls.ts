import type { EventLink } from "../model/event.ts";
import { NumberColumn } from "../tree/number-column.ts";

/** In place of the number of a call, of a call id or of an entry: none. */
export const NONE = -1;

/**
 * Which entry of a session makes which tool calls and answers which call, by the numbers of a `SessionTree`: call ids have numbers of their
 * own, and so has every call, in append order.
 */
export class ToolCalls {
  readonly #idNumbers = new Map<string, number>();
  /** By entry: number of its first call; those of the next entry begin where its calls end. */
  readonly #firstCalls = new NumberColumn();
  readonly #answers = new NumberColumn();
  /** By call. */
  readonly #ids = new NumberColumn();
  readonly #entries = new NumberColumn();
  /** Calls that ran our own command line. */
  readonly #own = new Set<number>();

  /** Takes the links of the next entry. */
  add(links: readonly EventLink[]): void {
    const entry = this.#firstCalls.length;
    this.#firstCalls.push(this.#ids.length);
    let answers = NONE;
    for (const link of links) {
      if (link.type === "tool-result") answers = this.#numberOf(link.callId);
      if (link.type !== "tool-call") continue;
      if (link.runsOwnTool) this.#own.add(this.#ids.length);
      this.#ids.push(this.#numberOf(link.callId));
      this.#entries.push(entry);
    }
    this.#answers.push(answers);
  }

  /** Calls made in all. */
  get size(): number {
    return this.#ids.length;
  }

  /** Different call ids. */
  get ids(): number {
    return this.#idNumbers.size;
  }

  /** Numbers of an entry's calls: from the first up to, and without, the second. */
  callsOf(entry: number): readonly [number, number] {
    return [this.#firstCalls.at(entry) as number, this.#firstCalls.at(entry + 1) ?? this.#ids.length];
  }

  /** Number of the call id that an entry answers, or `NONE`. */
  answerOf(entry: number): number {
    return this.#answers.at(entry) as number;
  }

  /** Number of a call's id. */
  idOf(call: number): number {
    return this.#ids.at(call) as number;
  }

  /** The entry that makes a call. */
  entryOf(call: number): number {
    return this.#entries.at(call) as number;
  }

  /** True where the entry of this call ran our own command line under its id. */
  isOwn(call: number): boolean {
    if (this.#own.size === 0) return false;
    const [first, end] = this.callsOf(this.entryOf(call));
    for (let other = first; other < end; other++) {
      if (this.#own.has(other) && this.idOf(other) === this.idOf(call)) return true;
    }
    return false;
  }

  #numberOf(callId: string): number {
    const known = this.#idNumbers.get(callId);
    if (known !== undefined) return known;
    this.#idNumbers.set(callId, this.#idNumbers.size);
    return this.#idNumbers.size - 1;
  }
}
