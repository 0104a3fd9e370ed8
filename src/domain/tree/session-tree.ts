import type { Contribution } from "../../ports/vocabulary.ts";
import { NumberColumn } from "./number-column.ts";

/** What the tree rules look at in an event. */
export interface TreeEvent {
  readonly entryId: string;
  readonly parentId: string | null;
  readonly entryType: string;
  readonly contribution: Contribution;
}

/** In place of an entry's number: the entry says that it has no parent, or names one that the file does not hold. */
export const NO_PARENT = -1;
export const MISSING_PARENT = -2;

/** In place of the number of a parent that has not come yet. */
const LATER_PARENT = -3;

/**
 * The entries of one session by number, in append order from 0: sessions have hundreds of thousands, so nothing here takes an object per
 * entry. Of a repeated id the last entry stands (Pi's rule) and the earlier numbers stand for nothing any more.
 */
export class SessionTree {
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #parents = new NumberColumn();
  /** Ids of parents that had not come yet. */
  readonly #laterParents = new Map<number, string>();
  readonly #classes = new NumberColumn();
  /** The few pairs of entry type and contribution that a session holds, by the numbers in `#classes`. */
  readonly #knownClasses: Pick<TreeEvent, "entryType" | "contribution">[] = [];
  readonly #superseded = new Set<number>();

  static of(events: Iterable<TreeEvent>): SessionTree {
    const tree = new SessionTree();
    for (const event of events) tree.add(event);
    return tree;
  }

  /** Appends an entry. Returns its number. */
  add({ entryId, parentId, entryType, contribution }: TreeEvent): number {
    const number = this.#ids.length;
    const before = this.#numbers.get(entryId);
    if (before !== undefined) this.#superseded.add(before);
    this.#numbers.set(entryId, number);
    this.#ids.push(before === undefined ? entryId : (this.#ids[before] as string));
    const parent = parentId === null ? NO_PARENT : this.#numbers.get(parentId);
    this.#parents.push(parent ?? LATER_PARENT);
    if (parent === undefined && parentId !== null) this.#laterParents.set(number, parentId);
    this.#classes.push(this.#classOf(entryType, contribution));
    return number;
  }

  /** Numbers given so far. */
  get size(): number {
    return this.#ids.length;
  }

  /** Entries that stand. */
  get entries(): number {
    return this.#numbers.size;
  }

  /** False for an entry whose id came again later. */
  stands(number: number): boolean {
    return !this.#superseded.has(number);
  }

  /** The numbers that stand, in append order. */
  *numbers(): IterableIterator<number> {
    for (let number = 0; number < this.size; number++) if (this.stands(number)) yield number;
  }

  /** The last entry that stands, which is the last of all. */
  get last(): number | undefined {
    return this.size === 0 ? undefined : this.size - 1;
  }

  numberOf(entryId: string): number | undefined {
    return this.#numbers.get(entryId);
  }

  idOf(number: number): string {
    return this.#ids[number] as string;
  }

  /** Number of the parent, `NO_PARENT` or `MISSING_PARENT`. */
  parentOf(number: number): number {
    const parent = this.#parents.at(number) as number;
    if (parent === LATER_PARENT) return this.#numbers.get(this.#laterParents.get(number) as string) ?? MISSING_PARENT;
    return parent === NO_PARENT || this.stands(parent) ? parent : (this.#numbers.get(this.idOf(parent)) as number);
  }

  typeOf(number: number): string {
    return this.#class(number).entryType;
  }

  contributionOf(number: number): Contribution {
    return this.#class(number).contribution;
  }

  #class(number: number): Pick<TreeEvent, "entryType" | "contribution"> {
    return this.#knownClasses[this.#classes.at(number) as number] as Pick<TreeEvent, "entryType" | "contribution">;
  }

  #classOf(entryType: string, contribution: Contribution): number {
    const known = this.#knownClasses.findIndex(
      (other) => other.entryType === entryType && other.contribution === contribution,
    );
    return known === -1 ? this.#knownClasses.push({ entryType, contribution }) - 1 : known;
  }
}

/** How a walk toward the root ended. */
export type WalkEnd = "root" | "missing-parent" | "cycle";

export interface Walk {
  /** Numbers from the first entry to where the walk ended. */
  readonly path: readonly number[];
  readonly end: WalkEnd;
}

/** Walks from an entry toward the root as Pi does; marks end cycles. Cost: the length of the walk, and one byte per entry. */
export function walkToRoot(from: number | undefined, tree: SessionTree): Walk {
  const path: number[] = [];
  if (from === undefined) return { path, end: "root" };
  const visited = new Uint8Array(tree.size);
  let current = from;
  while (current >= 0) {
    if (visited[current] === 1) return { path, end: "cycle" };
    visited[current] = 1;
    path.push(current);
    current = tree.parentOf(current);
  }
  return { path, end: current === NO_PARENT ? "root" : "missing-parent" };
}
