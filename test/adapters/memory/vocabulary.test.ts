import { describe, expect, test } from "vitest";
import { Vocabulary } from "../../../src/adapters/memory/vocabulary.ts";

describe("the vocabulary", () => {
  test("counts the fragments that hold a token, not its occurrences", () => {
    const vocabulary = new Vocabulary();
    const [a = -1, b = -1, again] = vocabulary.hold(["a", "b", "a"]);
    vocabulary.hold(["a"]);
    expect(again).toBe(a);
    expect([vocabulary.holdingOf(a), vocabulary.holdingOf(b)]).toEqual([2, 1]);
    expect([vocabulary.idOf("a"), vocabulary.tokenOf(b), vocabulary.size]).toEqual([a, "b", 2]);
  });

  test("drops a token with its last fragment and gives its id to a new one", () => {
    const vocabulary = new Vocabulary();
    const first = new Set(vocabulary.hold(["shared", "passing"]));
    vocabulary.hold(["shared"]);
    const passing = vocabulary.idOf("passing");
    vocabulary.release(first);
    expect([vocabulary.size, vocabulary.idOf("passing")]).toEqual([1, undefined]);
    expect(vocabulary.hold(["new"])).toEqual([passing]);
    expect(vocabulary.idsBeginningWith("ne")).toEqual([passing]);
  });

  test("does not grow with words that come and go", () => {
    const vocabulary = new Vocabulary();
    const highest: number[] = [];
    for (let round = 0; round < 100; round++) {
      const ids = vocabulary.hold([`word${round}`, `other${round}`]);
      highest.push(Math.max(...ids));
      vocabulary.release(ids);
    }
    expect(Math.max(...highest)).toBe(1);
    expect(vocabulary.size).toBe(0);
  });
});
