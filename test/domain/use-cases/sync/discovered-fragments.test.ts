import { describe, expect, it } from "vitest";
import { occurrencesOf } from "../../../../src/domain/text/occurrences.ts";
import { trigramLeaf, trigrams } from "../../../../src/domain/text/trigrams.ts";
import { discoveredFragments, discoveredText } from "../../../../src/domain/use-cases/sync/discovered-fragments.ts";

const isFound = (needle: string, text: string): boolean => {
  const leaf = trigramLeaf(needle);
  return leaf !== undefined && occurrencesOf(leaf, trigrams(text)).length > 0;
};

describe("what discovery takes of an event", () => {
  it("is what people and models said, under its own ordinals, empty texts included", () => {
    const fragments = [
      { ordinal: 0, kind: "assistant.text", text: "" },
      { ordinal: 1, kind: "tool.call", text: "bash" },
      { ordinal: 2, kind: "assistant.text", text: "done" },
      { ordinal: 3, kind: "assistant.error", text: "failed" },
      { ordinal: 4, kind: "user.text", text: "asked" },
    ] as const;
    expect(discoveredFragments({ fragments })).toEqual([
      { ordinal: 0, text: "" },
      { ordinal: 2, text: "done" },
      { ordinal: 4, text: "asked" },
    ]);
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
