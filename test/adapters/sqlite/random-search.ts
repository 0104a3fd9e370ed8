import { fc } from "@fast-check/vitest";
import { BRANCH_STATES, FRAGMENT_KINDS, ROLES, SELECTION_STATES } from "../../../src/domain/model/vocabulary.ts";
import { analyze } from "../../../src/domain/text/analyzer.ts";
import type { FilterRecord } from "../../../src/ports/filter-record.ts";
import type { QueryLeaf, QueryTree } from "../../../src/ports/query-tree.ts";
import { term } from "./open-test-index.ts";

/** A few words, so that random texts and queries meet: common, rare, prefixes of each other, not ASCII, spaceless, too long. */
const WORDS = [
  "the",
  "the",
  "The",
  "then",
  "th",
  "node",
  "nodes",
  "Größe",
  "数据库",
  "ﬁx",
  "a_b",
  "x".repeat(300),
  "é",
  "q",
];
const TOKENS = [...new Set(WORDS.flatMap((word) => analyze(word)))].filter((token) => token !== "\u{E000}");
const TOOLS = ["bash", "read", "event_search"];

const token = fc.oneof(fc.constantFrom("the", "node"), fc.constantFrom(...TOKENS, "absent"));
const tokens = fc.array(token, { minLength: 1, maxLength: 3 });
const leaf: fc.Arbitrary<QueryLeaf> = fc.oneof(
  token.map((each): QueryLeaf => ({ type: "term", token: each })),
  fc.array(token, { minLength: 2, maxLength: 3 }).map((each): QueryLeaf => ({ type: "phrase", tokens: each })),
  tokens.map(
    (each): QueryLeaf => ({ type: "prefix", tokens: [...each.slice(0, -1), (each.at(-1) ?? "").slice(0, 2)] }),
  ),
  fc.constant<QueryLeaf>({ type: "nothing", text: "x" }),
);
export const { tree } = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: leaf },
    fc.constantFrom(...TOKENS).map((each) => ({ type: "and", of: [term(each), term(each)] })),
    fc.record({
      type: fc.constant("near"),
      phrases: fc.array(
        fc.oneof(
          token.map((each): QueryLeaf => ({ type: "term", token: each })),
          leaf,
        ),
        { minLength: 2, maxLength: 3 },
      ),
      distance: fc.nat(3),
    }),
    fc.record({ type: fc.constant("and"), of: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ type: fc.constant("or"), of: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ type: fc.constant("not"), of: tie("tree"), except: tie("tree") }),
  ) as fc.Arbitrary<QueryTree>,
}));

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(" "));
const fragment = fc.record(
  { kind: fc.constantFrom(...FRAGMENT_KINDS), text, toolName: fc.constantFrom(...TOOLS), isOwnCall: fc.boolean() },
  { requiredKeys: ["kind", "text"] },
);
export const event = fc.record({
  fragments: fc.oneof(
    { weight: 9, arbitrary: fc.array(fragment, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(fragment, { minLength: 33, maxLength: 66 }) },
  ),
  given: fc.record({
    role: fc.constantFrom(...ROLES),
    entryType: fc.constantFrom("message", "custom_message", "invented"),
    time: fc.option(fc.integer({ min: 0, max: 9 })),
    isError: fc.boolean(),
    branchState: fc.constantFrom(...BRANCH_STATES),
    selectionState: fc.constantFrom(...SELECTION_STATES),
  }),
});
export type RandomEvent = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

const subset = <Value>(...values: Value[]): fc.Arbitrary<Set<Value>> =>
  fc.subarray(values, { minLength: 1 }).map((each) => new Set(each));
const states = fc.record({
  branchState: fc.constantFrom(...BRANCH_STATES),
  selectionState: fc.constantFrom(...SELECTION_STATES),
});
const keyed = <Value>(keys: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Map<number, Value>> =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: keys }), value), { maxLength: 5 }).map((pairs) => new Map(pairs));
const allFields = fc.record({
  excludedEvents: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }).map((each) => new Set(each)),
  cutoffs: keyed(3, fc.nat(8)),
  kinds: subset(...FRAGMENT_KINDS),
  toolNames: subset(...TOOLS, "never"),
  entryTypes: subset("message", "invented", "never"),
  roles: subset(...ROLES),
  errorOnly: fc.boolean(),
  fromTime: fc.nat(9),
  toTime: fc.nat(9),
  branchStates: subset(...BRANCH_STATES),
  selectionStates: subset(...SELECTION_STATES),
  liveStates: keyed(30, states),
});
type Field = keyof FilterRecord;
const FIELDS: readonly (readonly Field[])[] = [
  ["excludedEvents"],
  ["cutoffs"],
  ["kinds"],
  ["toolNames"],
  ["entryTypes"],
  ["roles"],
  ["errorOnly"],
  ["fromTime"],
  ["toTime"],
  ["branchStates", "liveStates"],
  ["selectionStates", "liveStates"],
  ["branchStates"],
  ["selectionStates"],
];
/** Up to two fields at once: more, and next to nothing passes. */
export const filter: fc.Arbitrary<FilterRecord> = fc
  .tuple(fc.subarray([1, 2, 3, 99], { minLength: 2 }), allFields, fc.subarray([...FIELDS], { maxLength: 2 }))
  .map(([sources, all, chosen]) => {
    const picked = Object.entries(all).filter(([field]) => chosen.flat().includes(field as Field));
    return { sources: new Set(sources), ...(Object.fromEntries(picked) as Partial<FilterRecord>) };
  });
