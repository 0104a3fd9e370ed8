import { createHash } from "node:crypto";
import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { createSha256Hasher } from "../../../src/adapters/local/sha256-hasher.ts";

const hasher = createSha256Hasher();

describe("texts", () => {
  test("has a fixed value and length", () => {
    const expected = createHash("sha256").update("1:a3:b→c").digest("base64url").slice(0, 20);
    expect(hasher.texts(["a", "b→c"])).toBe(expected);
    for (const texts of [[], [""], ["x".repeat(100_000)], ["\ud800"]]) {
      expect(hasher.texts(texts)).toMatch(/^[A-Za-z0-9_-]{20}$/u);
    }
  });

  test("boundaries, order, emptiness, lone surrogates and look-alikes of the framing count", () => {
    const sequences = [
      [],
      [""],
      ["", ""],
      ["ab"],
      ["a", "b"],
      ["b", "a"],
      ["a", "", "b"],
      ["1:a"],
      ["a", "1:b"],
      ["a1:b"],
      ["\ud800"],
      ["\ud801"],
      ["\ufffd"],
      ['"\\ud800"'],
      ["\ud83d", "\ude00"],
      ["😀"],
      ["é"],
      ["e\u0301"],
      ["\0"],
    ];
    expect(new Set(sequences.map((texts) => hasher.texts(texts))).size).toBe(sequences.length);
  });

  test("different sequences have different hashes, however long they are", () => {
    const texts = fc.array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 10 }),
        fc.constantFrom("", "1:", "\ud800", "\udc00", "x".repeat(8191), "x".repeat(8192), "é".repeat(9000)),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(hasher.texts(one) === hasher.texts(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test("both ways of hashing, for small and for large texts, follow one rule", () => {
    for (const length of [8180, 8190, 8191, 8192, 8193, 20_000]) {
      for (const text of ["x".repeat(length), `${"é→".repeat(length / 2 - 1)}😀`, `\udc00${"x".repeat(length - 1)}`]) {
        const spelled = text.isWellFormed()
          ? `${text.length}:${text}`
          : `${JSON.stringify(text).length}?${JSON.stringify(text)}`;
        const expected = createHash("sha256").update(`3:abc${spelled}`).digest("base64url").slice(0, 20);
        expect(hasher.texts(["abc", text]), String(length)).toBe(expected);
      }
    }
  });
});

describe("bytes", () => {
  test("hashes exactly the view's bytes", () => {
    const whole = new Uint8Array([1, 2, 3, 4]);
    expect(hasher.bytes(whole.subarray(1, 3))).toBe(hasher.bytes(new Uint8Array([2, 3])));
    expect(hasher.bytes(whole)).not.toBe(hasher.bytes(whole.subarray(0, 3)));
    expect(hasher.bytes(new Uint8Array())).toMatch(/^[A-Za-z0-9_-]{20}$/u);
  });
});
