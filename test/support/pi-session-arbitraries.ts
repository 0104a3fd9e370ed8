import { fc } from "@fast-check/vitest";
import type { PiOperation } from "./pi-operation.ts";

/** Words for texts and queries: a few that most fragments hold, more that few hold, in many scripts. */
export const COMMON_WORDS = ["retry", "budget", "the", "重试"] as const;
export const RARE_WORDS = [
  "rollback",
  "ledger",
  "src/core/store.ts",
  "RETRY_BUDGET_MS",
  "naïve",
  "Straße",
  "ΟΔΥΣΣΕΥΣ",
  "数据库",
  "リトライ予算",
  "재시도",
  "งบประมาณ",
  "ميزانية",
  "תקציב",
  "👩🏽‍💻",
  "e\u0301te\u0301",
  "=>",
  "x\u0000y",
  "lone\ud800half",
] as const;

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...COMMON_WORDS) },
  { weight: 3, arbitrary: fc.constantFrom(...RARE_WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
);

/** A text of up to a dozen words; empty at times. */
export const searchableText: fc.Arbitrary<string> = fc
  .tuple(fc.array(word, { maxLength: 12 }), fc.constantFrom(" ", " ", "\n", "\t", "_"))
  .map(([words, separator]) => words.join(separator));

/** A query of `event_search`: words and phrases of the same vocabulary. */
export const searchQuery: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...COMMON_WORDS, ...RARE_WORDS) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.constantFrom(...COMMON_WORDS), { minLength: 2, maxLength: 3 })
          .map((words) => `"${words.join(" ")}"`),
      },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((clauses) => clauses.join(" "));

const target = fc.nat({ max: 60 });
const toolName = fc.constantFrom("bash", "read", "edit", "codemode");
const flag = fc.boolean();

const talk: fc.Arbitrary<PiOperation> = fc.oneof(
  fc.record({ op: fc.constant("user" as const), text: searchableText }),
  fc.record(
    {
      op: fc.constant("assistant" as const),
      text: searchableText,
      thinking: searchableText,
      stopReason: fc.constantFrom("stop", "stop", "error", "aborted"),
    },
    { requiredKeys: ["op", "text"] },
  ),
  fc.record({
    op: fc.constant("toolCalls" as const),
    calls: fc.array(fc.record({ name: toolName, argument: searchableText, result: searchableText, isError: flag }), {
      minLength: 1,
      maxLength: 3,
    }),
    reversed: flag,
  }),
  fc.record({
    op: fc.constant("bash" as const),
    command: searchableText,
    output: searchableText,
    exitCode: fc.constantFrom(0, 0, 1),
    cancelled: flag,
    excludeFromContext: flag,
  }),
  fc.record({ op: fc.constant("customMessage" as const), text: searchableText }),
);

const bookkeeping: fc.Arbitrary<PiOperation> = fc.oneof(
  fc.record({ op: fc.constant("system" as const), text: searchableText }),
  fc.record({ op: fc.constant("custom" as const), data: searchableText }),
  fc.record({ op: fc.constant("label" as const), target, label: searchableText.map((text) => text.slice(0, 20)) }),
  fc.record({ op: fc.constant("clearLabel" as const), target }),
  fc.record({ op: fc.constant("name" as const), name: fc.oneof(searchableText, fc.constantFrom("", "  ")) }),
  fc.record({ op: fc.constant("model" as const), modelId: fc.constantFrom("claude-opus-4-5", "claude-haiku-4-5") }),
  fc.record({ op: fc.constant("thinking" as const), level: fc.constantFrom("off", "high") }),
  fc.record({ op: fc.constant("usage" as const) }),
  fc.record({ op: fc.constant("wait" as const), milliseconds: fc.integer({ min: -90_000, max: 86_400_000 }) }),
);

const shaping: fc.Arbitrary<PiOperation> = fc.oneof(
  fc.record({
    op: fc.constant("contextEdit" as const),
    target,
    replacement: fc.option(searchableText, { nil: null }),
  }),
  fc.record({
    op: fc.constant("compaction" as const),
    summary: searchableText,
    keep: fc.option(target, { nil: null }),
  }),
  fc.record({ op: fc.constant("branch" as const), target }),
  fc.record({
    op: fc.constant("branchWithSummary" as const),
    target: fc.option(target, { nil: null, freq: 6 }),
    summary: searchableText,
  }),
  fc.record({ op: fc.constant("resetLeaf" as const) }),
);

export interface PiScriptConstraints {
  /** Most steps of one session; lengths are spread evenly up to it. Default 25. */
  readonly maxLength?: number;
  /** How deep forks may fork again; 0 for a single session. Default 2. */
  readonly forkDepth?: number;
}

/** Scripts for `buildPiSession`: mostly talk, then bookkeeping, then what shapes the tree, then forks. */
export function piScript(constraints: PiScriptConstraints = {}): fc.Arbitrary<readonly PiOperation[]> {
  const { maxLength = 25, forkDepth = 2 } = constraints;
  const steps: { weight: number; arbitrary: fc.Arbitrary<PiOperation> }[] = [
    { weight: 8, arbitrary: talk },
    { weight: 4, arbitrary: bookkeeping },
    { weight: 4, arbitrary: shaping },
  ];
  if (forkDepth > 0) {
    const fork = fc.record({
      op: fc.constant("fork" as const),
      kind: fc.constantFrom("forkFrom", "createBranchedSession", "newSession"),
      target,
      script: piScript({ maxLength: Math.ceil(maxLength / 3), forkDepth: forkDepth - 1 }),
    });
    steps.push({ weight: 2, arbitrary: fork });
  }
  // Without a size fast-check would keep most scripts to a handful of steps, whatever the maximum.
  return fc.array(fc.oneof(...steps), { maxLength, size: "max" });
}
