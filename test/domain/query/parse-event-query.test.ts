import { describe, expect, it } from "vitest";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { parseEventQuery } from "../../../src/domain/query/parse-event-query.ts";

function failure(query: string): string {
  try {
    parseEventQuery(query);
  } catch (error) {
    expect(error).toBeInstanceOf(RecallError);
    expect((error as RecallError).code).toBe("InvalidQuery");
    return (error as RecallError).message;
  }
  throw new Error(`No failure for ${query}`);
}

describe("the query language of event_search", () => {
  it.each([
    ["retry", { type: "term", token: "retry" }],
    ["RETRY_BUDGET_MS", { type: "phrase", tokens: ["retry", "budget", "ms"] }],
    ['"Retry  budget"', { type: "phrase", tokens: ["retry", "budget"] }],
    ["“curly quotes”", { type: "phrase", tokens: ["curly", "quotes"] }],
    ['"mixed”', { type: "term", token: "mixed" }],
    ["数据库", { type: "phrase", tokens: ["数", "据", "库"] }],
    ["库", { type: "term", token: "库" }],
    ["zzz\u0000left", { type: "phrase", tokens: ["zzz", "left"] }],
    ["alp*", { type: "term", token: "alp" }],
    [
      "alpha NOT beta",
      {
        type: "and",
        of: [
          { type: "term", token: "alpha" },
          { type: "term", token: "not" },
          { type: "term", token: "beta" },
        ],
      },
    ],
    [
      'one"two three"four',
      {
        type: "and",
        of: [
          { type: "term", token: "one" },
          { type: "phrase", tokens: ["two", "three"] },
          { type: "term", token: "four" },
        ],
      },
    ],
    ["\u00a0\u3000retry\u2003", { type: "term", token: "retry" }],
  ])("reads %j", (query, tree) => {
    expect(parseEventQuery(query).tree).toEqual(tree);
  });

  it("counts repeated clauses once, however they are spelled", () => {
    expect(parseEventQuery('Retry retry RETRY "retry"').clauses).toEqual([
      { text: "Retry", tree: { type: "term", token: "retry" } },
    ]);
    expect(parseEventQuery('retry_budget "retry budget"').tree).toEqual({
      type: "phrase",
      tokens: ["retry", "budget"],
    });
  });

  it("names terms that hold nothing searchable, once", () => {
    expect(parseEventQuery('=> retry => "!!!"').ignoredTerms).toEqual(["=>", "!!!"]);
  });

  it("lets a clause with a run that is no token match nothing, and keeps it apart from another", () => {
    const long = "x".repeat(257);
    expect(parseEventQuery(long).tree).toEqual({ type: "nothing", text: long });
    expect(parseEventQuery(`${long} ${"y".repeat(300)} z`).clauses).toHaveLength(3);
  });

  it.each(["", " ", "\u00a0", "!!!", '""', '" "', "* (", "=> ++"])("refuses %j, which has no term", (query) => {
    expect(failure(query)).toBe("The query has no searchable terms: use at least one word or number.");
  });

  it("says which quotation mark is not closed", () => {
    expect(failure('"unbalanced')).toContain("character 1 is not closed");
    expect(failure('a" b')).toContain("character 2 is not closed");
    expect(failure('数😀 "a" “b')).toContain("character 8 is not closed");
  });

  it("bounds length, clauses and phrase", () => {
    expect(parseEventQuery("😀 a ".repeat(250)).clauses).toHaveLength(1);
    expect(failure("a".repeat(1_001))).toContain("longer than 1000 characters");
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
    expect(parseEventQuery(words(32)).clauses).toHaveLength(32);
    expect(failure(words(33))).toContain("more than 32 terms");
    expect(parseEventQuery(`"${"a ".repeat(128)}"`).tree).toMatchObject({ type: "phrase" });
    expect(failure(`"${"a ".repeat(129)}"`)).toContain("more than 128 words");
    expect(failure("数".repeat(129))).toContain("more than 128 words");
  });
});
