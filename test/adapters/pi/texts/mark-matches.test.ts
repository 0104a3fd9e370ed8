import { test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { markMatches, splitMarks } from "../../../../src/adapters/pi/texts/mark-matches.ts";
import { anyText } from "../../../properties/any-text.ts";

describe("marked matches", () => {
  it.each([
    ["a retry budget", "budget retry", "a «retry budget»"],
    ["RETRY_BUDGET_MS and budget", "retry budget", "«RETRY_BUDGET»_MS and «budget»"],
    ["Größe: GRÖSSE", "größe", "«Größe»: GRÖSSE"],
    ["数据库回滚", "据库", "数«据库»回滚"],
    ["nothing here", "zebra", "nothing here"],
    ["broken query", '"', "broken query"],
  ])("%s for %s", (snippet, query, marked) => {
    expect(markMatches(snippet, query)).toBe(marked);
  });

  test.prop([anyText, anyText])("change nothing else", (snippet, query) => {
    expect(markMatches(snippet, query).replaceAll(/[«»]/g, "")).toBe(snippet.replaceAll(/[«»]/g, ""));
  });

  test("are read back for drawing", () => {
    expect(splitMarks("«retry» the «budget»")).toEqual([
      { text: "retry", isMatch: true },
      { text: " the ", isMatch: false },
      { text: "budget", isMatch: true },
    ]);
  });
});
