import { describe, expect, it } from "vitest";
import { type PairableEvent, pairEvents } from "../../support/pair-events.ts";

/** `a<parent +call !answer`: one event per word group. */
function events(...lines: string[]): PairableEvent[] {
  return lines.map((line) => {
    const [entryId = "", ...rest] = line.split(" ");
    const parent = rest.find((part) => part.startsWith("<"))?.slice(1);
    const answers = rest.find((part) => part.startsWith("!"))?.slice(1);
    return {
      entryId,
      parentId: parent ?? null,
      calls: rest.filter((part) => part.startsWith("+")).map((part) => part.slice(1)),
      ...(answers !== undefined && { answers }),
    };
  });
}

function pairs(...lines: string[]): string[] {
  return pairEvents(events(...lines)).map(
    ({ result, call, callId, evidence }) => `${result}→${call} ${callId} ${evidence}`,
  );
}

describe("pairing tool calls with results", () => {
  it("takes the nearest unanswered call of the id: providers restart their ids each turn", () => {
    expect(pairs("a1 +call_0", "r1 <a1 !call_0", "a2 <r1 +call_0 +call_1", "r3 <a2 !call_1", "r2 <r3 !call_0")).toEqual(
      ["r1→a1 call_0 recorded", "r3→a2 call_1 recorded", "r2→a2 call_0 recorded"],
    );
  });

  it("never pairs across branches, and answers a call again on another branch", () => {
    expect(pairs("u", "a <u +c", "r1 <a !c", "r2 <a !c", "b <u", "r3 <b !c")).toEqual([
      "r1→a c recorded",
      "r2→a c recorded",
    ]);
  });

  it("calls a pair inferred where an answered call stands nearer", () => {
    expect(pairs("a +c", "b <a +c", "r <b !c", "s <r !c")).toEqual(["r→b c recorded", "s→a c inferred"]);
  });

  it("leaves a result without a call, and a call without a result, alone", () => {
    expect(pairs("a +c", "r <a !other", "s !c")).toEqual([]);
    expect(pairs("r !c", "a <r +c")).toEqual([]);
  });

  it("ends on cycles and missing parents, and pairs what hangs below a missing parent", () => {
    expect(pairs("a <b +c", "b <a !c", "self <self +d", "x <gone +c", "y <x !c")).toEqual(["y→x c recorded"]);
  });

  it("walks 50,000 turns that all use one id", () => {
    const turns = Array.from({ length: 50_000 }, (_, at): PairableEvent[] => [
      { entryId: `a${at}`, parentId: at === 0 ? null : `r${at - 1}`, calls: ["call_0"] },
      { entryId: `r${at}`, parentId: `a${at}`, calls: [], answers: "call_0" },
    ]).flat();
    expect(pairEvents(turns)).toHaveLength(50_000);
  });
});
