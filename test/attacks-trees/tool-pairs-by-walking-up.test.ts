import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { findCall, type ToolPair } from "../../src/domain/relations/find-call.ts";
import { type PairableEvent, pairEvents } from "../support/pair-events.ts";

const anyEvents: fc.Arbitrary<PairableEvent[]> = fc
  .array(
    fc.record({
      up: fc.constantFrom(1, 1, 1, 2, 3, 5),
      calls: fc.array(fc.constantFrom("c", "d"), { maxLength: 2 }),
      answers: fc.option(fc.constantFrom("c", "d"), { nil: undefined }),
    }),
    { maxLength: 20 },
  )
  .map((nodes) =>
    nodes.map(({ up, calls, answers }, at) => ({
      entryId: `e${at}`,
      parentId: at < up ? null : `e${at - up}`,
      calls,
      ...(answers !== undefined && { answers }),
    })),
  );

async function* ancestorsOf(event: PairableEvent, byId: ReadonlyMap<string, PairableEvent>) {
  for (let up = byId.get(event.parentId ?? ""); up !== undefined; up = byId.get(up.parentId ?? "")) yield up;
}

describe("Pairs of tool calls and results", () => {
  test.prop([anyEvents], { numRuns: 1_000 })(
    "one walk down the whole tree finds what walking up from each result finds, whatever answered beside it",
    async (events) => {
      const byId = new Map(events.map((event) => [event.entryId, event]));
      const walked = await Promise.all(
        events
          .filter(({ answers }) => answers !== undefined)
          .map((event) => findCall(event.entryId, event.answers as string, ancestorsOf(event, byId))),
      );
      const byResult = (pairs: readonly ToolPair[]) => Object.fromEntries(pairs.map((pair) => [pair.result, pair]));
      expect(byResult(pairEvents(events))).toEqual(byResult(walked.filter((pair) => pair !== undefined)));
    },
  );

  test("25,000 calls of one id that wait at once are answered in one walk", () => {
    const half = 25_000;
    const events = Array.from({ length: 2 * half }, (_, at): PairableEvent => {
      const parentId = at === 0 ? null : `e${at - 1}`;
      return { entryId: `e${at}`, parentId, ...(at < half ? { calls: ["c"] } : { calls: [], answers: "c" }) };
    });
    const pairs = pairEvents(events);
    expect(pairs).toHaveLength(half);
    expect(pairs.at(-1)).toEqual({ result: `e${2 * half - 1}`, call: "e0", callId: "c", evidence: "inferred" });
  });
});
