import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { holdsSome, packSequence, unpackSequence } from "../../../src/adapters/memory/token-sequence.ts";

const ids = fc.array(fc.oneof(fc.nat(200), fc.nat(20_000), fc.nat(2 ** 28)));

describe("token sequences", () => {
  test("come back as they were packed", () => {
    fc.assert(
      fc.property(ids, (sequence) => {
        expect(unpackSequence(packSequence(sequence))).toEqual(sequence);
      }),
    );
  });

  test("tell whether an id is among them", () => {
    fc.assert(
      fc.property(ids, fc.nat(200), (sequence, wanted) => {
        expect(holdsSome(packSequence(sequence), (id) => id === wanted)).toBe(sequence.includes(wanted));
      }),
    );
  });

  test("take a byte for each of the first 128 ids and two up to 16,383", () => {
    expect(packSequence([0, 127]).length).toBe(2);
    expect(packSequence([128, 16_383]).length).toBe(4);
    expect(packSequence([16_384]).length).toBe(3);
  });
});
