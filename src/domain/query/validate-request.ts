import type { FilterRecord } from "../../ports/filter-record.ts";
import { RecallError } from "../model/errors.ts";
import { BRANCH_STATES, ENTRY_TYPES, FRAGMENT_KINDS, ROLES, SELECTION_STATES } from "../model/vocabulary.ts";
import { parseTimeBound } from "./parse-time-bound.ts";

/** The metadata part of a search request, as a face received it: values are checked at run time. */
export interface FilterRequest {
  readonly kinds?: readonly string[];
  readonly entryTypes?: readonly string[];
  readonly roles?: readonly string[];
  readonly toolNames?: readonly string[];
  readonly errorOnly?: boolean;
  /** ISO times or dates; a date-only `to` includes that day (UTC). */
  readonly time?: { readonly from?: string; readonly to?: string };
  readonly branchStates?: readonly string[];
  readonly selectionStates?: readonly string[];
}

/** The checked filter: sets of known values and instants in milliseconds. Absent fields accept all. */
export type ValidFilter = Pick<
  FilterRecord,
  | "kinds"
  | "entryTypes"
  | "roles"
  | "toolNames"
  | "errorOnly"
  | "fromTime"
  | "toTime"
  | "branchStates"
  | "selectionStates"
>;

/**
 * Checks a filter (design §6). An empty list is the same as none.
 * Errors: `InvalidFilter` for a value outside its vocabulary (the message lists the valid ones), an unparseable time, `from` after `to`.
 */
export function validateFilter(request: FilterRequest): ValidFilter {
  const kinds = knownValues("kinds", request.kinds, FRAGMENT_KINDS);
  const entryTypes = knownValues("entryTypes", request.entryTypes, ENTRY_TYPES);
  const roles = knownValues("roles", request.roles, ROLES);
  const branchStates = knownValues("branchStates", request.branchStates, BRANCH_STATES);
  const selectionStates = knownValues("selectionStates", request.selectionStates, SELECTION_STATES);
  const toolNames = texts("toolNames", request.toolNames);
  const fromTime = parseTimeBound("from", request.time?.from);
  const toTime = parseTimeBound("to", request.time?.to);
  if (fromTime !== undefined && toTime !== undefined && fromTime > toTime) {
    throw new RecallError("InvalidFilter", "The time range is empty: `from` lies after `to`.");
  }
  return {
    ...(kinds && { kinds }),
    ...(entryTypes && { entryTypes }),
    ...(roles && { roles }),
    ...(toolNames && { toolNames }),
    ...(request.errorOnly === true && { errorOnly: true }),
    ...(fromTime !== undefined && { fromTime }),
    ...(toTime !== undefined && { toTime }),
    ...(branchStates && { branchStates }),
    ...(selectionStates && { selectionStates }),
  };
}

function texts(name: string, values: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (values === undefined) return undefined;
  if (!Array.isArray(values) || values.some((value) => typeof value !== "string")) {
    throw new RecallError("InvalidFilter", `\`${name}\` must be a list of texts.`);
  }
  return values.length === 0 ? undefined : new Set(values);
}

function knownValues<Value extends string>(
  name: string,
  values: readonly string[] | undefined,
  known: readonly Value[],
): ReadonlySet<Value> | undefined {
  const given = texts(name, values);
  if (given === undefined) return undefined;
  for (const value of given) {
    if (!known.includes(value as Value)) {
      throw new RecallError("InvalidFilter", `\`${name}\` holds an unknown value: use ${known.join(", ")}.`);
    }
  }
  return given as ReadonlySet<Value>;
}

/** Checks a whole number in a range. Errors: `InvalidRequest` that states the range. */
export function validateInteger(
  name: string,
  value: number | undefined,
  range: { readonly from: number; readonly to: number; readonly byDefault: number },
): number {
  if (value === undefined) return range.byDefault;
  if (!Number.isInteger(value) || value < range.from || value > range.to) {
    throw new RecallError("InvalidRequest", `\`${name}\` must be a whole number from ${range.from} to ${range.to}.`);
  }
  return value;
}

/** Checks a required id. Errors: `InvalidRequest`. */
export function validateId(name: string, value: string | undefined): string {
  if (typeof value !== "string" || value === "")
    throw new RecallError("InvalidRequest", `\`${name}\` must be a non-empty text.`);
  return value;
}
