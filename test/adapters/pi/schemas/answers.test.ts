import { fc } from "@fast-check/vitest";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { describe, expect, test } from "vitest";
import { eventReadAnswer } from "../../../../src/adapters/pi/schemas/event-read-answer.ts";
import { eventSearchAnswer } from "../../../../src/adapters/pi/schemas/event-search-answer.ts";
import { eventTraceAnswer } from "../../../../src/adapters/pi/schemas/event-trace-answer.ts";
import { BRANCH_STATES, FRAGMENT_KINDS, ROLES, SELECTION_STATES } from "../../../../src/domain/model/vocabulary.ts";
import { openTools, type OpenTools, type ToolResult } from "../tools/open-tools.ts";

const word = fc.constantFrom(
  ..."retry budget gateway migration 0042 the read label lint 返金 領収書 zebra =>".split(" "),
);
const query = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(" "));
const some = <Item>(items: readonly Item[]): fc.Arbitrary<Item[]> => fc.subarray([...items], { minLength: 1 });

const search = fc.record(
  {
    query,
    sessionId: fc.constantFrom("019cd704-87d6-7f4c-85bf-2c8e968015aa", "019dfc4b-5f28-76dd-857e-7b7cbdafba21"),
    kinds: some(FRAGMENT_KINDS),
    roles: some(ROLES),
    errorOnly: fc.boolean(),
    branchStates: some(BRANCH_STATES),
    selectionStates: some(SELECTION_STATES),
  },
  { requiredKeys: ["query"] },
);
const read = fc.record(
  { order: fc.constantFrom("branch", "append"), before: fc.nat({ max: 10 }), after: fc.nat({ max: 10 }) },
  { requiredKeys: [] },
);

/** The whole contract of one result: its schema, and how large its parts may be. */
function checkResult(schema: TSchema, { answer, details, text }: ToolResult<unknown>): void {
  expect([...Value.Errors(schema, answer)].slice(0, 3)).toEqual([]);
  expect(Value.Check(schema, answer)).toBe(true);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  expect(JSON.stringify(details).length).toBeLessThan(1_024);
  expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
  expect(text.split("\n").length).toBeLessThanOrEqual(2_000);
}

/** Every event of the workspace that a few words find. */
async function manyRefs({ history }: OpenTools): Promise<{ sessionId: string; entryId: string }[]> {
  const caller = { cwd: "/home/ada/payments", workspaces: ["/home/ada/payments"] };
  await history.sync(caller);
  const answers = [];
  for (const words of ["retry", "migration", "the", "a", "budget", "0042", "label", "lint"]) {
    answers.push(await history.search({ query: words, limit: 50 }, caller));
  }
  return answers.flatMap(({ hits }) => hits.map(({ sessionId, entryId }) => ({ sessionId, entryId })));
}

describe("every answer of the real history fits its schema", () => {
  test("event_search", async () => {
    await openTools(async ({ call }) => {
      const property = fc.asyncProperty(search, async (parameters) => {
        if (!/\w|\p{L}/u.test(parameters.query)) return;
        checkResult(eventSearchAnswer, await call("event_search", parameters));
      });
      await fc.assert(property, { numRuns: 60 });
    });
  });

  test("event_read and event_trace", async () => {
    await openTools(async (tools) => {
      const refs = await manyRefs(tools);
      expect(refs.length).toBeGreaterThan(100);
      const property = fc.asyncProperty(
        fc.constantFrom(...refs),
        read,
        fc.integer({ min: 1, max: 2 }),
        async (ref, options, depth) => {
          checkResult(eventReadAnswer, await tools.call("event_read", { ...ref, ...options }));
          checkResult(eventTraceAnswer, await tools.call("event_trace", { ...ref, depth }));
        },
      );
      await fc.assert(property, { numRuns: 80 });
    });
  });
});

describe("the schemas", () => {
  test("refuse what an answer does not hold", async () => {
    await openTools(async ({ call }) => {
      const { answer } = await call("event_search", { query: "retry" });
      expect(Value.Check(eventSearchAnswer, { ...answer, extra: 1 })).toBe(false);
      const [hit] = answer.hits;
      expect(Value.Check(eventSearchAnswer, { ...answer, hits: [{ ...hit, branchState: "elsewhere" }] })).toBe(false);
    });
  });
});
