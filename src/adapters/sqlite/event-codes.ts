import { BRANCH_STATES, CONTRIBUTIONS, ENTRY_TYPES, ROLES, SELECTION_STATES } from "../../domain/model/vocabulary.ts";
import type { EventRecord } from "../../ports/event-record.ts";
import type { BranchState, Contribution, KnownEntryType, Role, SelectionState } from "../../ports/vocabulary.ts";
import { restoreText, storeText } from "./stored-text.ts";

/**
 * Codes of the closed vocabularies: positions in the domain's lists, so a changed list needs a new `SCHEMA_VERSION`.
 * `traits`: role + 1 (0: none) in bits 0–2, contribution in bits 3–5, then the flags below. `states`: branch × 8 + selection.
 */
export const IS_ERROR = 64;
/** The event holds a fragment of our own tools' calls. */
export const HOLDS_OWN_CALL = 128;
/** The event has more fragments than one key has row ids. With the flag above: the index `event_special`. */
export const TAKES_SEVERAL_KEYS = 256;

/** Row ids per event key (design §11). */
export const ROWS_PER_KEY = 32;

export function encodeTraits(event: EventRecord, slots: number): number {
  return (
    (event.role === undefined ? 0 : ROLES.indexOf(event.role) + 1) +
    CONTRIBUTIONS.indexOf(event.contribution) * 8 +
    (event.isError ? IS_ERROR : 0) +
    (event.fragments.some((fragment) => fragment.isOwnCall) ? HOLDS_OWN_CALL : 0) +
    (slots > ROWS_PER_KEY ? TAKES_SEVERAL_KEYS : 0)
  );
}

export function decodeRole(traits: number): Role | undefined {
  return ROLES[(traits & 7) - 1];
}

export function decodeContribution(traits: number): Contribution {
  return CONTRIBUTIONS[(traits >> 3) & 7] ?? "none";
}

export function encodeStates(states: {
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
}): number {
  return BRANCH_STATES.indexOf(states.branchState) * 8 + SELECTION_STATES.indexOf(states.selectionState);
}

export function decodeStates(states: number): { branchState: BranchState; selectionState: SelectionState } {
  return {
    branchState: BRANCH_STATES[states >> 3] ?? "unknown",
    selectionState: SELECTION_STATES[states & 7] ?? "unknown",
  };
}

/** A known type is a number; another one its text behind a prefix, so that `"5"` stays a text. */
export function encodeEntryType(entryType: string): number | string {
  const code = ENTRY_TYPES.indexOf(entryType as KnownEntryType);
  return code < 0 ? `:${storeText(entryType)}` : code;
}

export function decodeEntryType(stored: number | string): string {
  return typeof stored === "number" ? (ENTRY_TYPES[stored] ?? "") : restoreText(stored.slice(1));
}
