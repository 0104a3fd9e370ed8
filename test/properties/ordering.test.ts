import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { FragmentMatch } from "../../src/ports/search-engine.ts";
import { CoalescedMatches } from "../../src/domain/ranking/coalesce.ts";
import { collapseCopies, type CopyKey } from "../../src/domain/ranking/collapse-copies.ts";
import { strongestMatches } from "../../src/domain/ranking/strongest-matches.ts";
import { compareResults, type OrderKey } from "../../src/domain/ranking/total-order.ts";

const id = fc.constantFrom("a", "b", "B", "é", "10", "9");
const key: fc.Arbitrary<OrderKey> = fc.record({
  relevance: fc.constantFrom(0, 1e-9, 0.5, 3.25),
  time: fc.constantFrom(null, -1, 0, 1_767_603_600_000),
  sessionId: id,
  entryId: id,
  ordinal: fc.nat(3),
});

function isSameKey(one: OrderKey, other: OrderKey): boolean {
  return JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));
}

describe("the total order", () => {
  test.prop([key, key])("tells any two different results apart, the same way from either side", (one, other) => {
    expect(Math.sign(compareResults(one, other))).toBe(-Math.sign(compareResults(other, one)) + 0);
    expect(compareResults(one, other) === 0).toBe(isSameKey(one, other));
  });

  test.prop([key, key, key])("is transitive", (one, two, three) => {
    const [first, second, third] = [one, two, three].toSorted(compareResults) as [OrderKey, OrderKey, OrderKey];
    expect(compareResults(first, second)).toBeLessThanOrEqual(0);
    expect(compareResults(second, third)).toBeLessThanOrEqual(0);
    expect(compareResults(first, third)).toBeLessThanOrEqual(0);
  });

  test.prop([fc.array(key, { maxLength: 12 }), fc.infiniteStream(fc.nat())])(
    "does not depend on the order in which results were found",
    (keys, dice) => {
      const shuffled = keys.map((item) => ({ item, at: dice.next().value ?? 0 }));
      const other = shuffled.toSorted((one, two) => one.at - two.at).map(({ item }) => item);
      expect(other.toSorted(compareResults)).toEqual(keys.toSorted(compareResults));
    },
  );

  test("puts the more relevant first, then the newer, those without a time last, then ids and ordinals", () => {
    const base: OrderKey = { relevance: 1, time: 5, sessionId: "a", entryId: "a", ordinal: 0 };
    const expected = [
      { ...base, relevance: 2, time: null },
      { ...base, time: 9, sessionId: "z" },
      base,
      { ...base, ordinal: 1 },
      { ...base, entryId: "b" },
      { ...base, sessionId: "b" },
      { ...base, time: null },
      { ...base, relevance: 0.5, time: 9 },
    ];
    expect(expected.toReversed().toSorted(compareResults)).toEqual(expected);
  });
});

const match: fc.Arbitrary<FragmentMatch> = fc.record({
  event: fc.integer({ min: 1, max: 6 }),
  ordinal: fc.nat(4),
  relevance: fc.constantFrom(0.1, 0.2, 1.5),
});
/** An engine returns every fragment once. */
const matches = fc.uniqueArray(match, { selector: ({ event, ordinal }) => `${event}:${ordinal}`, maxLength: 20 });

function coalesce(batches: readonly (readonly FragmentMatch[])[]): unknown[] {
  const coalesced = new CoalescedMatches();
  for (const batch of batches) coalesced.add(batch);
  return Array.from({ length: coalesced.size }, (_, place) => coalesced.at(place)).toSorted(
    (a, b) => a.event - b.event,
  );
}

describe("coalescing", () => {
  test.prop([matches, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 5 })])(
    "gives the same events however the matches are ordered and batched",
    (found, dice, size) => {
      const shuffled = found
        .map((item) => ({ item, at: dice.next().value ?? 0 }))
        .toSorted((one, two) => one.at - two.at)
        .map(({ item }) => item);
      const batches = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, at) =>
        shuffled.slice(at * size, (at + 1) * size),
      );
      expect(coalesce(batches)).toEqual(coalesce([found]));
    },
  );

  test.prop([matches])("keeps one result per event, its strongest fragment and the number of fragments", (found) => {
    const events = [...new Set(found.map(({ event }) => event))].toSorted((a, b) => a - b);
    expect(coalesce([found])).toEqual(
      events.map((event) => {
        const own = found.filter((item) => item.event === event);
        const relevance = Math.max(...own.map((item) => item.relevance));
        const ordinal = Math.min(...own.filter((item) => item.relevance === relevance).map((item) => item.ordinal));
        return { event, relevance, ordinal, matchingFragmentCount: own.length };
      }),
    );
  });

  test.prop([fc.array(fc.constantFrom(0, 0.25, 0.5, 1, 2), { maxLength: 40 }), fc.integer({ min: 1, max: 12 })])(
    "the strongest places are whole ties from the top, and enough of them",
    (relevance, wanted) => {
      const places = strongestMatches(relevance, wanted);
      expect(places.length).toBeGreaterThanOrEqual(Math.min(wanted, relevance.length));
      const weakest = Math.min(...places.map((place) => relevance[place] ?? 0));
      const rest = relevance.filter((_, place) => !places.includes(place));
      for (const left of rest) expect(left).toBeLessThan(weakest);
      const above = places.filter((place) => (relevance[place] ?? 0) > weakest);
      expect(above.length).toBeLessThan(Math.max(1, wanted));
    },
  );
});

const copy: fc.Arbitrary<CopyKey> = fc.record({
  sessionId: fc.constantFrom("s1", "s2", "s3", "s4"),
  entryId: fc.constantFrom("e1", "e2"),
  lineage: fc.constantFrom("l1", "l2"),
  entryType: fc.constantFrom("message", "label"),
  contentHash: fc.constantFrom("h1", "h2"),
  depth: fc.nat(2),
  startedTime: fc.constantFrom(null, 1, 2),
});
const copies = fc.uniqueArray(copy, { selector: ({ sessionId, entryId }) => `${sessionId} ${entryId}`, maxLength: 8 });

describe("copy collapsing", () => {
  test.prop([copies, fc.infiniteStream(fc.nat())])("does not depend on the order of the copies", (items, dice) => {
    const byIdentity = (group: { canonical: CopyKey }) => JSON.stringify(group.canonical);
    const order = (groups: ReturnType<typeof collapseCopies<CopyKey>>) =>
      groups.toSorted((a, b) => (byIdentity(a) < byIdentity(b) ? -1 : 1));
    const shuffled = items
      .map((item) => ({ item, at: dice.next().value ?? 0 }))
      .toSorted((one, two) => one.at - two.at)
      .map(({ item }) => item);
    expect(order(collapseCopies(shuffled))).toEqual(order(collapseCopies(items)));
  });

  test.prop([copies])("loses nothing and joins only what is one event of one lineage", (items) => {
    const groups = collapseCopies(items);
    expect(groups.flatMap(({ canonical, copies: others }) => [canonical, ...others])).toHaveLength(items.length);
    for (const { canonical, copies: others } of groups) {
      for (const other of others) {
        for (const field of ["lineage", "entryId", "entryType", "contentHash"] as const) {
          expect(other[field]).toBe(canonical[field]);
        }
        expect(other.depth).toBeGreaterThanOrEqual(canonical.depth);
      }
    }
  });

  test("stands at the smallest depth, then the earliest header, then the smallest session id", () => {
    const base: CopyKey = {
      sessionId: "b",
      entryId: "e",
      lineage: "l",
      entryType: "message",
      contentHash: "h",
      depth: 1,
      startedTime: 5,
    };
    const canonical = (...items: CopyKey[]) => collapseCopies(items)[0]?.canonical.sessionId;
    expect(canonical({ ...base, sessionId: "deep", depth: 2, startedTime: 1 }, base)).toBe("b");
    expect(canonical({ ...base, sessionId: "late", startedTime: 9 }, base)).toBe("b");
    expect(canonical({ ...base, sessionId: "timeless", startedTime: null }, base)).toBe("b");
    expect(canonical(base, { ...base, sessionId: "a" })).toBe("a");
  });
});
