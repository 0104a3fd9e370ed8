import type { BranchState } from "../../ports/vocabulary.ts";
import { EntryStates } from "./entry-states.ts";
import { NO_PARENT, type SessionTree, walkToRoot } from "./session-tree.ts";

/**
 * The branch state of every entry for a leaf, by number (design §8): `selected` on Pi's walk from the leaf, `unknown` where the entry's own
 * walk ends at a missing parent or a cycle before it joins that path, else `alternate`. A leaf whose walk cycles leaves all unknown.
 * `leaf` undefined: an empty path. Cost: linear, since walks stop at entries already decided.
 */
export function branchStates(tree: SessionTree, leaf: number | undefined): EntryStates<BranchState> {
  const states = new EntryStates<BranchState>(tree.size, ["unknown", "selected", "alternate"]);
  const walk = walkToRoot(leaf, tree);
  if (walk.end === "cycle") return states;
  const isDecided = new Uint8Array(tree.size);
  for (const number of walk.path) {
    states.set(number, "selected");
    isDecided[number] = 1;
  }
  for (const number of tree.numbers()) decide(number, tree, states, isDecided);
  return states;
}

function decide(from: number, tree: SessionTree, states: EntryStates<BranchState>, isDecided: Uint8Array): void {
  const walked: number[] = [];
  let current = from;
  // What is being walked counts as decided, as unknown: so it stays when the walk comes back to it.
  while (current >= 0 && isDecided[current] !== 1) {
    isDecided[current] = 1;
    walked.push(current);
    current = tree.parentOf(current);
  }
  if (walked.length === 0) return;
  const joined = current < 0 ? undefined : states.of(current);
  const state = current === NO_PARENT || (joined !== undefined && joined !== "unknown") ? "alternate" : "unknown";
  for (const number of walked) states.set(number, state);
}
