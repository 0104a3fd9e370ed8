import { fc } from "@fast-check/vitest";
import type { RecallAnswer } from "../../../../../src/adapters/pi/recall/recall-details.ts";
import type {
  PreparedSession,
  RecallBrowsing,
  RecallDiscovery,
  RecalledMessage,
  RecalledSession,
  RecallPreparation,
  RecallTranscript,
  RepositoryInventoryReport,
} from "../../../../../src/domain/model/recall.ts";
import { clipText } from "../../../../../src/domain/text/clip-text.ts";
import {
  anyCoverage,
  count,
  fork,
  id,
  name,
  nastyText,
  optional,
  timestamp,
  withoutHoles,
} from "../../texts/any-answer.ts";

/** Answers with whatever session files may hold, as large as the use cases let them become. */

const path = nastyText(1_500).map((text) => `/home/ada/.pi/agent/sessions/${text}.jsonl`);
const state = {
  coverage: anyCoverage,
  syncWarning: optional(
    fc.oneof(
      fc.constant({ kind: "incomplete-walk" as const }),
      nastyText(400).map((error) => ({ kind: "sync-failed" as const, error })),
    ),
  ),
};
const recalled = {
  sessionId: id,
  path,
  name: optional(name),
  cwd: nastyText(4_000),
  started: timestamp,
  lastActivity: optional(timestamp),
};
const session: fc.Arbitrary<RecalledSession> = fc.record(recalled).map((one) => withoutHoles(one) as RecalledSession);
const snippet = nastyText(240).map((text) => clipText(text, 240));

const browsing: fc.Arbitrary<RecallBrowsing> = fc
  .record({
    mode: fc.constant("browse" as const),
    sessions: fc.array(fc.record({ ...recalled, preview: snippet, messageCount: count }).map(withoutHoles), {
      maxLength: 10,
      size: "max",
    }),
    total: count,
    ...state,
  })
  .map((answer) => withoutHoles(answer) as RecallBrowsing);

const speaker = fc.constantFrom("user" as const, "assistant" as const);

const discovered = fc
  .record({
    ...recalled,
    matchMessageId: id,
    role: speaker,
    timestamp,
    snippet,
    at: fc.nat({ max: 200 }),
    matchingMessages: fc.integer({ min: 1, max: 9_999 }),
  })
  .map(({ at, ...one }) => {
    const start = Math.min(at, one.snippet.length);
    const matches = start < one.snippet.length ? [{ start, end: Math.min(one.snippet.length, start + 3) }] : [];
    return withoutHoles({ ...one, matches });
  });

const discovery: fc.Arbitrary<RecallDiscovery> = fc
  .record({
    mode: fc.constant("discovery" as const),
    sessions: fc.array(discovered, { maxLength: 10, size: "max" }),
    totals: fc.record({ sessions: count, messages: count }),
    pendingSessions: fc.oneof(fc.constant(0), count),
    ...state,
  })
  .map((answer) => withoutHoles(answer) as RecallDiscovery);

const message: fc.Arbitrary<RecalledMessage> = fc
  .record({
    id,
    role: name,
    timestamp,
    text: fc.oneof(nastyText(20), nastyText(1_500)),
    totalChars: optional(count),
    toolCalls: optional(fc.array(fc.record({ name, arguments: nastyText(240) }), { minLength: 1, maxLength: 12 })),
    toolCallsOmitted: optional(fc.integer({ min: 1, max: 400 })),
    toolName: optional(name),
    isError: optional(fc.constant(true)),
    images: optional(fc.integer({ min: 1, max: 9 })),
  })
  .map((one) => withoutHoles(one) as RecalledMessage);

export const anyTranscript: fc.Arbitrary<RecallTranscript> = fc
  .record({
    mode: fc.constantFrom("read" as const, "scroll" as const),
    session,
    branchTip: optional(id),
    messages: fc.array(message, { maxLength: 41, size: "max" }),
    totalMessages: count,
    before: optional(count),
    after: optional(count),
    gap: optional(fc.record({ at: fc.nat({ max: 20 }), count: fc.integer({ min: 1, max: 9_999 }) })),
    forks: fc.array(fork, { maxLength: 8 }),
    contentTruncated: fc.boolean(),
    ...state,
  })
  .map(({ gap, ...answer }) => {
    const omitted = gap && { ...gap, at: Math.min(gap.at, answer.messages.length) };
    return withoutHoles({ ...answer, omitted }) as RecallTranscript;
  });

const counts = fc.record({ packageScripts: count, executableScripts: count, agentInstructions: count, skills: count });
const inventory: fc.Arbitrary<RepositoryInventoryReport> = fc.record({
  available: fc.constant(true as const),
  provenance: fc.constant({
    packageScripts: "git-index",
    executableScripts: "git-index",
    agentInstructions: "git-index",
    skills: "pi-effective-registry",
  } as const),
  worktreeVerified: fc.constant(false as const),
  packageScripts: fc.array(
    fc
      .record({
        path: nastyText(200),
        packageName: optional(name),
        scripts: fc.array(fc.record({ name, command: nastyText(300) }), { maxLength: 5 }),
      })
      .map((one) => withoutHoles(one) as RepositoryInventoryReport["packageScripts"][number]),
    { maxLength: 10 },
  ),
  executableScripts: fc.array(nastyText(200), { maxLength: 20 }),
  agentInstructions: fc.array(nastyText(200), { maxLength: 5 }),
  skills: fc.array(
    fc
      .record({ name, path: nastyText(200), description: optional(nastyText(500)) })
      .map((one) => withoutHoles(one) as RepositoryInventoryReport["skills"][number]),
    { maxLength: 8 },
  ),
  omittedCounts: counts,
  truncated: fc.boolean(),
});

const prepared: fc.Arbitrary<PreparedSession> = fc
  .record({
    ...recalled,
    lineage: id,
    lineageSessions: fc.integer({ min: 1, max: 99 }),
    messages: fc.array(fc.record({ id, role: speaker, timestamp, text: fc.oneof(nastyText(30), nastyText(1_000)) }), {
      maxLength: 20,
    }),
    truncated: fc.boolean(),
    contentTruncated: fc.boolean(),
    unreadable: optional(fc.constant(true as const)),
  })
  .map((one) => withoutHoles(one) as PreparedSession);

const preparation: fc.Arbitrary<RecallPreparation> = fc
  .record({
    mode: fc.constant("prepare-pattern-miner" as const),
    scope: fc.constantFrom("repository" as const, "all" as const),
    sessions: fc.array(prepared, { maxLength: 10, size: "max" }),
    inventory: fc.oneof(
      inventory,
      fc.constantFrom(
        { available: false as const, reason: "not-a-git-repository" as const },
        { available: false as const, reason: "inventory-failed" as const },
      ),
    ),
    sync: fc.record({ walkComplete: fc.boolean(), backlogRemaining: count, complete: fc.boolean() }),
    contentTruncated: fc.boolean(),
    ...state,
  })
  .map((answer) => withoutHoles(answer) as RecallPreparation);

export const anyRecallAnswer: fc.Arbitrary<RecallAnswer> = fc.oneof(browsing, discovery, anyTranscript, preparation);
