import { expect, test } from "vitest";
import { fc } from "@fast-check/vitest";
import type { RecalledMessage } from "../../../../src/domain/model/recall.ts";
import { countCodePoints } from "../../../../src/domain/text/code-points.ts";
import { boundMessages } from "../../../../src/domain/use-cases/recall/bound-messages.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 4 }), fc.nat(400))
    .map(([unit, times]) => unit.repeat(times)),
);
const message: fc.Arbitrary<RecalledMessage> = fc.record(
  {
    id: fc.constant("m"),
    role: fc.constant("assistant"),
    timestamp: fc.constant(""),
    text,
    toolCalls: fc.array(fc.record({ name: fc.string({ maxLength: 9 }), arguments: text }), { maxLength: 8 }),
  },
  { requiredKeys: ["id", "role", "timestamp", "text"] },
);

const lengthOf = ({ text: shown, toolCalls = [] }: RecalledMessage): number =>
  [shown, ...toolCalls.flatMap((call) => [call.name, call.arguments])].reduce(
    (sum, part) => sum + countCodePoints(part),
    0,
  );

test("messages stay within the budget; what fits stays whole; what is cut says so and how much there was", () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), fc.nat(6_000), (messages, budget) => {
      const bound = boundMessages(messages, budget);
      const total = messages.reduce((sum, one) => sum + lengthOf(one), 0);
      expect(bound.contentTruncated).toBe(total > budget);
      expect(bound.messages.reduce((sum, one) => sum + lengthOf(one), 0)).toBeLessThanOrEqual(budget);
      const longestWhole = Math.max(0, ...messages.filter((_, at) => isWhole(bound.messages[at])).map(lengthOf));
      for (const [at, one] of messages.entries()) {
        const shown = bound.messages[at] as RecalledMessage;
        expect(shown.text.isWellFormed()).toBe(true);
        const points = countCodePoints(one.text);
        if (isWhole(shown)) {
          expect(shown).toEqual({ ...one, text: one.text.toWellFormed() });
          continue;
        }
        // One cap for all: nothing is cut that is shorter than what stays.
        expect(lengthOf(one)).toBeGreaterThan(longestWhole);
        expect(shown.totalChars ?? points).toBe(points);
        if (shown.totalChars === undefined) expect(shown.text).toBe(one.text.toWellFormed());
        const kept = shown.toolCalls?.length ?? 0;
        expect(shown.toolCalls ?? []).toEqual((one.toolCalls ?? []).slice(0, kept));
        expect(kept + (shown.toolCallsOmitted ?? 0)).toBe(one.toolCalls?.length ?? 0);
      }
    }),
  );

  function isWhole(shown: RecalledMessage | undefined): boolean {
    return shown?.totalChars === undefined && shown?.toolCallsOmitted === undefined;
  }
});

test("the budget is spent: long messages get what short ones leave", () => {
  const of = (length: number): RecalledMessage => ({ id: "m", role: "user", timestamp: "", text: "x".repeat(length) });
  const { messages } = boundMessages([of(10), of(5_000), of(300), of(90_000)], 5_310);
  expect(messages.map(({ text: shown }) => shown.length)).toEqual([10, 2_500, 300, 2_500]);
});

test("a long text and many calls share the room of their message", () => {
  const call = { name: "w", arguments: "y".repeat(99) };
  const of = (spoken: string, calls: number): RecalledMessage => {
    return {
      id: "m",
      role: "assistant",
      timestamp: "",
      text: spoken,
      toolCalls: Array.from({ length: calls }, () => call),
    };
  };
  const shown = (spoken: string, calls: number): (number | undefined)[] => {
    const [bound] = boundMessages([of(spoken, calls)], 2_000).messages;
    return [bound?.text.length, bound?.toolCalls?.length, bound?.toolCallsOmitted];
  };
  expect(shown("x".repeat(9_000), 10)).toEqual([1_000, 10, undefined]);
  expect(shown("x".repeat(9_000), 90)).toEqual([1_000, 10, 80]);
  expect(shown("x".repeat(9_000), 3)).toEqual([1_700, 3, undefined]);
  expect(shown("x".repeat(100), 90)).toEqual([100, 19, 71]);
});
