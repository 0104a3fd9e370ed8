import { BRANCH_STATES, FRAGMENT_KINDS, SELECTION_STATES } from "../../../domain/model/vocabulary.ts";
import { oneOf } from "./vocabulary-schemas.ts";

export const fragmentKindSchema = oneOf(FRAGMENT_KINDS);

/** The two states that every event of an answer carries (design §8). */
export const stateSchemas = {
  branchState: oneOf(BRANCH_STATES),
  selectionState: oneOf(SELECTION_STATES),
};
