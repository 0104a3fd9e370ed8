import { describe, expect, it } from "vitest";
import { occurrencesOf } from "../../../../src/domain/text/occurrences.ts";
import { trigramLeaf, trigrams } from "../../../../src/domain/text/trigrams.ts";
import { discoveredFragments, discoveredText } from "../../../../src/domain/use-cases/sync/discovered-fragments.ts";

const isFound = (needle: string, text: string): boolean => {
  const leaf = trigramLeaf(needle);
  return leaf !== undefined && occurrencesOf(leaf, trigrams(text)).length > 0;
};

describe("what discovery takes of an event", () => {
  it("is all that was said in a message as one text, under the ordinal of its first", () => {
    const fragments = [
      { ordinal: 0, kind: "tool.call", text: "bash" },
      { ordinal: 1, kind: "assistant.text", text: "" },
      { ordinal: 2, kind: "assistant.text", text: "begun" },
      { ordinal: 3, kind: "assistant.error", text: "failed" },
      { ordinal: 4, kind: "assistant.text", text: "done" },
    ] as const;
    expect(discoveredFragments({ fragments })).toEqual([{ ordinal: 1, text: "begun\ndone" }]);
    expect(discoveredFragments({ fragments: fragments.slice(0, 2) })).toEqual([{ ordinal: 1, text: "" }]);
    expect(discoveredFragments({ fragments: fragments.slice(0, 1) })).toEqual([]);
  });

  it("is head and tail of a text over the limit, and nothing is found across what is left out", () => {
    expect(discoveredText("0123456789", 10)).toBe("0123456789");
    const shortened = discoveredText("😀bcd middle wxyz", 8);
    expect(isFound("😀bcd", shortened)).toBe(true);
    expect(isFound("wxyz", shortened)).toBe(true);
    for (const absent of ["mid", "cdw", "d w", "dwx"]) expect(isFound(absent, shortened)).toBe(false);
    const long = `head ${"x".repeat(2_000_000)} tail`;
    expect(Array.from(discoveredText(long)).length).toBe(1_000_001);
  });
});
