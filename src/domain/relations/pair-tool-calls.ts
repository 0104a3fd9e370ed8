import type { Evidence } from "../../ports/relation-record.ts";
import type { SessionTree } from "../tree/session-tree.ts";
import { NONE, type ToolCalls } from "./tool-calls.ts";

/** The pairs of one session, by the number of the result's entry. */
export interface ToolPairs {
  /** The call that an entry answers, or `NONE`. */
  callOf(result: number): number;
  /** `recorded` when the nearest call of that id was still open, `inferred` when answered ones were passed over. */
  evidenceOf(result: number): Evidence;
}

/**
 * Pairs results with calls inside one session and along one path: each result with the nearest earlier call of its id that no other
 * result on the path has answered (providers restart their ids each turn). Never across branches. One walk down the tree, undoing on
 * the way back up; entries that no root reaches (cycles) pair with nothing. Cost: linear, a few bytes per entry and call.
 */
export function pairToolCalls(tree: SessionTree, calls: ToolCalls): ToolPairs {
  const { roots, firstChild, nextSibling } = linkChildren(tree);
  const walk = new PairingWalk(tree, calls);
  // Entries still to be entered, or (as `~number`) to be left before the next one.
  const steps = roots.toReversed();
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step < 0) {
      walk.leave(~step);
      continue;
    }
    walk.enter(step);
    // Where nothing is left to be entered beside this entry, nobody would see it left.
    if (steps.length > 0 && walk.concerns(step)) steps.push(~step);
    for (let child = firstChild[step] as number; child !== NONE; child = nextSibling[child] as number)
      steps.push(child);
  }
  return walk;
}

/** The tree as numbers, in append order from the last child to the first: far smaller than lists of children. */
function linkChildren(tree: SessionTree) {
  const firstChild = new Int32Array(tree.size).fill(NONE);
  const nextSibling = new Int32Array(tree.size).fill(NONE);
  const roots: number[] = [];
  for (const number of tree.numbers()) {
    const parent = tree.parentOf(number);
    if (parent < 0) roots.push(number);
    else {
      nextSibling[number] = firstChild[parent] as number;
      firstChild[parent] = number;
    }
  }
  return { roots, firstChild, nextSibling };
}

/** Where a walk down the tree is: the calls on the way from the root, and what has answered them. */
class PairingWalk implements ToolPairs {
  readonly #calls: ToolCalls;
  readonly #made: CallStacks;
  readonly #unanswered: CallStacks;
  readonly #answered: Int32Array;
  readonly #hasPassedOver: Uint8Array;

  constructor(tree: SessionTree, calls: ToolCalls) {
    this.#calls = calls;
    this.#made = new CallStacks(calls);
    this.#unanswered = new CallStacks(calls);
    this.#answered = new Int32Array(tree.size).fill(NONE);
    this.#hasPassedOver = new Uint8Array(tree.size);
  }

  callOf(result: number): number {
    return this.#answered[result] as number;
  }

  evidenceOf(result: number): Evidence {
    return this.#hasPassedOver[result] === 1 ? "inferred" : "recorded";
  }

  /** True for an entry that makes calls or was paired with one. */
  concerns(entry: number): boolean {
    const [first, end] = this.#calls.callsOf(entry);
    return end > first || this.callOf(entry) !== NONE;
  }

  enter(entry: number): void {
    const answers = this.#calls.answerOf(entry);
    if (answers !== NONE) {
      const nearest = this.#unanswered.top(answers);
      this.#answered[entry] = nearest;
      if (nearest !== NONE) {
        this.#unanswered.pop(answers);
        if (nearest !== this.#made.top(answers)) this.#hasPassedOver[entry] = 1;
      }
    }
    const [first, end] = this.#calls.callsOf(entry);
    for (let call = first; call < end; call++) {
      this.#made.push(call);
      this.#unanswered.push(call);
    }
  }

  /** Whatever happened below is undone by now, so both stacks are again as `enter` left them. */
  leave(entry: number): void {
    const [first, end] = this.#calls.callsOf(entry);
    for (let call = first; call < end; call++) {
      this.#made.pop(this.#calls.idOf(call));
      this.#unanswered.pop(this.#calls.idOf(call));
    }
    const answered = this.callOf(entry);
    if (answered !== NONE) this.#unanswered.push(answered);
  }
}

/** One stack of calls per call id, linked through the calls: a call lies in it once at most. */
class CallStacks {
  readonly #calls: ToolCalls;
  readonly #tops: Int32Array;
  readonly #below: Int32Array;

  constructor(calls: ToolCalls) {
    this.#calls = calls;
    this.#tops = new Int32Array(calls.ids).fill(NONE);
    this.#below = new Int32Array(calls.size).fill(NONE);
  }

  /** The nearest call of an id, or `NONE`. */
  top(id: number): number {
    return this.#tops[id] as number;
  }

  push(call: number): void {
    const id = this.#calls.idOf(call);
    this.#below[call] = this.top(id);
    this.#tops[id] = call;
  }

  pop(id: number): void {
    this.#tops[id] = this.#below[this.top(id)] as number;
  }
}
