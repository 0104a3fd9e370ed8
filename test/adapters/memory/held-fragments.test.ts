import { fc } from "@fast-check/vitest";
import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { HeldFragments } from "../../../src/adapters/memory/held-fragments.ts";
import type { PostingsDocument, PostingsOptions } from "../../../src/adapters/memory/postings.ts";

/** MiniSearch, with the indexes that were made of it. */
function watchedMiniSearch() {
  const made: MiniSearch<PostingsDocument>[] = [];
  class Watched extends MiniSearch<PostingsDocument> {
    constructor(options: PostingsOptions) {
      super(options);
      made.push(this);
    }
  }
  return { Watched, made };
}

describe("held fragments", () => {
  test("are found by exactly their tokens, though many tokens share one MiniSearch term", () => {
    const { Watched, made } = watchedMiniSearch();
    const held = new HeldFragments(Watched);
    for (let event = 0; event < 40; event++) held.add(event, 0, ["every", `word${event}`, `word${event + 1}`]);
    const eventsOf = (slots: number[]) => slots.map((slot) => held.fragment(slot).event).toSorted((a, b) => a - b);
    expect(eventsOf(held.slotsHolding("word7"))).toEqual([6, 7]);
    expect(eventsOf(held.slotsHolding("every"))).toHaveLength(40);
    expect(eventsOf(held.slotsHolding("absent"))).toEqual([]);
    expect(eventsOf(held.slotsHoldingPrefix("word3"))).toEqual([
      2,
      3,
      ...Array.from({ length: 11 }, (_, at) => 29 + at),
    ]);
    expect(held.tokensOf(held.fragment(3))).toEqual(["every", "word3", "word4"]);
    expect(made[0]?.termCount).toBeLessThan(10);
  });

  test("leave nothing behind, in whatever order they go", () => {
    const tokens = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (texts, ranks) => {
        const { Watched, made } = watchedMiniSearch();
        const held = new HeldFragments(Watched);
        const empty = held.bytes;
        for (const [at, text] of texts.entries()) held.add(at >> 1, at & 1, text);
        const events = [...new Set(texts.keys().map((at) => at >> 1))].map((event) => ({
          event,
          rank: ranks.next().value,
        }));
        for (const { event } of events.toSorted((one, other) => one.rank - other.rank)) held.removeEvent(event);
        expect([held.count, held.vocabularySize, held.bytes]).toEqual([0, 0, empty]);
        expect([made[0]?.documentCount, made[0]?.termCount]).toEqual([0, 0]);
      }),
    );
  });

  test("count empty fragments and average over them", () => {
    const held = new HeldFragments(MiniSearch);
    held.add(1, 0, ["a", "b", "c"]);
    held.add(1, 1, []);
    held.add(2, 0, ["a"]);
    expect([held.count, held.averageLength, held.holding("a")]).toEqual([3, 4 / 3, 2]);
    held.removeEvent(2);
    expect([held.count, held.averageLength, held.holding("a")]).toEqual([2, 1.5, 1]);
  });
});
