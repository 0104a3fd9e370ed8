import { BRANCH_STATES, ROLES, SELECTION_STATES } from "../../domain/model/vocabulary.ts";
import { passesFragmentFilter } from "../../domain/query/passes-filter.ts";
import type { FilterRecord } from "../../ports/filter-record.ts";
import { decodeStates, encodeEntryType, encodeStates, IS_ERROR, ROWS_PER_KEY } from "./event-codes.ts";
import type { FragmentClasses } from "./fragment-classes.ts";

type States = Parameters<typeof encodeStates>[0];

const ALL_STATES = BRANCH_STATES.flatMap((branchState) =>
  SELECTION_STATES.map((selectionState) => encodeStates({ branchState, selectionState })),
);

/** The part of a filter that SQL tests on the joined row of the event, `event`, for a row of `postings`. */
export interface FilterConditions {
  /** Empty: no join is needed. */
  readonly sql: readonly string[];
  readonly parameters: readonly unknown[];
  /** Test of the stored states where live states may stand for them; otherwise SQL tests them. */
  readonly acceptsStates?: (event: number, stored: number) => boolean;
  /** True when the conditions decide about own calls too. */
  readonly decidesOwnCalls: boolean;
}

/**
 * Compiles what a filter says about events and fragments. Files, excluded events and cutoffs are not here: those sets can be large,
 * and are tested on the row ids. Closed vocabularies become bit masks, open ones JSON lists, so that few statement texts exist.
 */
export function compileFilter(filter: FilterRecord, classes: FragmentClasses): FilterConditions {
  const sql: string[] = [];
  const parameters: unknown[] = [];
  const demand = (condition: string, parameter?: unknown): void => {
    sql.push(condition);
    if (parameter !== undefined) parameters.push(parameter);
  };
  if (filter.entryTypes) {
    demand(
      "event.type IN (SELECT value FROM json_each(?))",
      JSON.stringify([...filter.entryTypes].map(encodeEntryType)),
    );
  }
  // Role code 0 stands for none, so its bit is never set.
  if (filter.roles) demand("(CAST(? AS INTEGER) >> (event.traits & 7)) & 1", maskOf(ROLES, filter.roles) * 2);
  if (filter.errorOnly) demand(`event.traits & ${IS_ERROR}`);
  if (filter.fromTime !== undefined) demand("event.time >= ?", filter.fromTime);
  if (filter.toTime !== undefined) demand("event.time <= ?", filter.toTime);
  const decidesOwnCalls = filter.kinds !== undefined || filter.toolNames !== undefined;
  if (decidesOwnCalls) {
    const code = `substr(event.fragments, postings.rowid - event.key * ${ROWS_PER_KEY} + 1, 1)`;
    demand(
      `instr(?, ${code}) > 0`,
      classes.codesOf((fragment) => passesFragmentFilter(filter, fragment)),
    );
  }
  const { branchStates, selectionStates, liveStates } = filter;
  if (!branchStates && !selectionStates) return { sql, parameters, decidesOwnCalls };
  if (liveStates) {
    const acceptsStates = (event: number, stored: number): boolean =>
      acceptStates(filter, liveStates.get(event) ?? decodeStates(stored));
    return { sql, parameters, decidesOwnCalls, acceptsStates };
  }
  const accepted = ALL_STATES.filter((stored) => acceptStates(filter, decodeStates(stored)));
  const mask = accepted.reduce((sum, stored) => sum | (1 << stored), 0);
  demand("(CAST(? AS INTEGER) >> event.states) & 1", mask);
  return { sql, parameters, decidesOwnCalls };
}

function acceptStates(filter: FilterRecord, states: States): boolean {
  const { branchStates, selectionStates } = filter;
  return (
    (!branchStates || branchStates.has(states.branchState)) &&
    (!selectionStates || selectionStates.has(states.selectionState))
  );
}

function maskOf<Word>(words: readonly Word[], wanted: ReadonlySet<Word>): number {
  return words.reduce((mask, word, at) => (wanted.has(word) ? mask | (1 << at) : mask), 0);
}
