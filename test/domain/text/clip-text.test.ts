import { describe, expect, test } from "vitest";
import { clipText } from "../../../src/domain/text/clip-text.ts";
import { countCodePoints } from "../../../src/domain/text/code-points.ts";

const FAMILY = "👨‍👩‍👧";

describe("clipped line", () => {
  test("a short text is one line, verbatim apart from white space and lone surrogates", () => {
    expect(clipText("  a\n\n\tb\u2028c\u0085d \ud83d ")).toBe("a b c d \ufffd");
    expect(clipText("x".repeat(160))).toBe("x".repeat(160));
    expect(clipText("")).toBe("");
  });

  test("a longer one ends with an ellipsis that counts", () => {
    const line = clipText("word ".repeat(100));
    expect(countCodePoints(line)).toBeLessThanOrEqual(160);
    expect(line).toMatch(/^word( word)+…$/);
    expect(clipText("abcdef", 3)).toBe("ab…");
  });

  test("the cut keeps graphemes whole", () => {
    expect(clipText(`a${FAMILY}b`, 6)).toBe("a…");
    expect(clipText(`a${FAMILY}bcdef`, 7)).toBe(`a${FAMILY}…`);
    expect(clipText("ae\u0301xyz", 3)).toBe("a…");
  });

  test("a first grapheme that does not fit is cut between code points", () => {
    expect(clipText(`e${"\u0301".repeat(50)}`, 4)).toBe("e\u0301\u0301…");
  });

  test("a maximum of nothing gives nothing", () => {
    expect(clipText("abc", 0)).toBe("");
  });

  test("only the beginning counts: a grapheme that the look cuts is left out", () => {
    expect(clipText(`a${" ".repeat(9)}${FAMILY.repeat(500)}`, 1)).toBe("…");
    const atEdge = `start${" ".repeat(160 * 32 - 8)}${FAMILY}${"z".repeat(50)}`;
    expect(clipText(atEdge)).toBe("start…");
    expect(clipText(" ".repeat(1_000_000))).toBe("…");
  });
});
