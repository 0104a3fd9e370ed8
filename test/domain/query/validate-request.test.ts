import { describe, expect, it } from "vitest";
import type { RecallError } from "../../../src/domain/model/errors.ts";
import { parseTimeBound } from "../../../src/domain/query/parse-time-bound.ts";
import { validateFilter, validateInteger } from "../../../src/domain/query/validate-request.ts";

function failure(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect((error as RecallError).isCallersFault).toBe(true);
    return (error as RecallError).message;
  }
  throw new Error("No failure.");
}

describe("a time bound", () => {
  it.each([
    ["from", "2026-01-05", "2026-01-05T00:00:00.000Z"],
    ["to", "2026-01-05", "2026-01-05T23:59:59.999Z"],
    ["from", "2026-01-05T10:00:00+01:00", "2026-01-05T09:00:00.000Z"],
    ["to", "2026-01-05T10:00:00-0530", "2026-01-05T15:30:00.000Z"],
    ["from", "2026-01-05T10:00", "2026-01-05T10:00:00.000Z"],
    ["from", " 2026-01-05 10:00:00.25 ", "2026-01-05T10:00:00.250Z"],
    ["to", "2024-02-29", "2024-02-29T23:59:59.999Z"],
  ] as const)("%s %s is %s", (name, bound, instant) => {
    expect(new Date(parseTimeBound(name, bound) as number).toISOString()).toBe(instant);
  });

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-1-5",
    "05.01.2026",
    "2026-01-05T25:00Z",
    "1767603600000",
    "2026",
  ])("refuses %j and says what is accepted", (bound) => {
    expect(failure(() => parseTimeBound("to", bound))).toContain("`to` is no time: use a date such as");
  });
});

describe("a filter", () => {
  it("lists the valid values for an unknown one", () => {
    expect(failure(() => validateFilter({ roles: ["user", "narrator"] }))).toBe(
      "`roles` holds an unknown value: use system, user, assistant, toolResult, bashExecution, custom.",
    );
    for (const name of ["kinds", "entryTypes", "branchStates", "selectionStates"] as const) {
      expect(failure(() => validateFilter({ [name]: ["nope"] }))).toContain(`\`${name}\` holds an unknown`);
    }
  });

  it("refuses an empty time range and what is no list", () => {
    expect(failure(() => validateFilter({ time: { from: "2026-01-06", to: "2026-01-05" } }))).toContain("empty");
    expect(failure(() => validateFilter({ kinds: "user.text" as unknown as string[] }))).toContain("list of texts");
    expect(validateFilter({ time: { from: "2026-01-05", to: "2026-01-05" } })).toMatchObject({
      fromTime: expect.any(Number),
    });
  });

  it("takes an empty list for none", () => {
    expect(validateFilter({ kinds: [], toolNames: [], errorOnly: false })).toEqual({});
  });
});

describe("a whole number", () => {
  const range = { from: 0, to: 10, byDefault: 3 };
  it.each([-1, 11, 1.5, Number.NaN, 2 ** 53, "3" as unknown as number])("refuses %s and states the range", (value) => {
    expect(failure(() => validateInteger("before", value, range))).toBe(
      "`before` must be a whole number from 0 to 10.",
    );
  });
  it("has a default", () => {
    expect(validateInteger("before", undefined, range)).toBe(3);
    expect(validateInteger("before", 0, range)).toBe(0);
  });
});
