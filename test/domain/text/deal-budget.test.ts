import { describe, expect, test } from "vitest";
import { dealBudget } from "../../../src/domain/text/deal-budget.ts";

describe("budget of one read", () => {
  test("what fits is shown whole", () => {
    expect(dealBudget([10, 0, 4_000])).toEqual([10, 0, 4_000]);
  });

  test("no fragment shows more than 4,000", () => {
    expect(dealBudget([9_000, 50])).toEqual([4_000, 50]);
  });

  test("the largest cap that is the same for all", () => {
    expect(dealBudget([100, 9_000, 9_000, 9_000], undefined, 10_000)).toEqual([100, 3_300, 3_300, 3_300]);
    expect(dealBudget(Array.from({ length: 20 }, () => 5_000))).toEqual(Array.from({ length: 20 }, () => 1_200));
  });

  test("the target comes first", () => {
    expect(dealBudget([9_000, 9_000, 9_000], 1, 5_001)).toEqual([500, 4_000, 500]);
    expect(dealBudget([9_000, 9_000], 1, 3_000)).toEqual([0, 3_000]);
  });

  test("a target that is none changes nothing", () => {
    expect(dealBudget([9_000, 9_000], 7, 100)).toEqual([50, 50]);
    expect(dealBudget([], 0)).toEqual([]);
  });

  test.each([1e9, Number.POSITIVE_INFINITY])("a total of %d is 24,000", (total) => {
    expect(
      dealBudget(
        Array.from({ length: 10 }, () => 4_000),
        undefined,
        total,
      ),
    ).toEqual(Array.from({ length: 10 }, () => 2_400));
  });

  test.each([0, -1, Number.NaN])("a total of %d deals nothing", (total) => {
    expect(dealBudget([5, 5], 0, total)).toEqual([0, 0]);
  });

  test("odd lengths count as none", () => {
    expect(dealBudget([Number.NaN, -3, 2.7])).toEqual([0, 0, 2]);
  });
});
