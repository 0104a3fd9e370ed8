import type { BranchState, SelectionState } from "../../../ports/vocabulary.ts";

export const BRANCH_WORDS: Readonly<Record<BranchState, string>> = {
  selected: "on the selected branch",
  alternate: "on an alternate branch",
  unknown: "branch unknown",
};

export const BRANCH_SYMBOLS: Readonly<Record<BranchState, string>> = { selected: "●", alternate: "○", unknown: "◌" };

export const SELECTION_WORDS: Readonly<Record<SelectionState, string>> = {
  direct: "in context",
  summarized: "summarized",
  "not-selected": "not in context",
  "not-applicable": "never part of the context",
  unknown: "context unknown",
};

/** What is worth saying of an event's states: nothing for one that is on the selected branch and in context. */
export function notableStates(event: {
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
}): string[] {
  const words: string[] = [];
  if (event.branchState !== "selected") words.push(BRANCH_WORDS[event.branchState]);
  if (event.selectionState !== "direct") words.push(SELECTION_WORDS[event.selectionState]);
  return words;
}
