import { fc } from "@fast-check/vitest";
import type { Coverage } from "../../../../src/domain/model/coverage.ts";
import type { EventRead, ReadFragment } from "../../../../src/domain/model/event-read.ts";
import type { BranchForkReceipt } from "../../../../src/domain/model/fork-receipt.ts";
import type { EventSearchAnswer, EventSearchHit } from "../../../../src/domain/model/hit.ts";
import type { EventTrace, TraceEdge, TraceNode } from "../../../../src/domain/model/trace.ts";
import { BRANCH_STATES, FRAGMENT_KINDS, SELECTION_STATES } from "../../../../src/domain/model/vocabulary.ts";
import { boundName } from "../../../../src/domain/text/bound-name.ts";
import { clipText } from "../../../../src/domain/text/clip-text.ts";
import { previewText, windowText } from "../../../../src/domain/text/text-preview.ts";

/** Pieces that are long in bytes or lines, end a line, or look like a line of an answer. */
const piece = fc.constantFrom(
  ..."aZ9 _-\"'\\|«»[]",
  ..."\n\r\v\f\t\0\u0085\u2028\u2029\u202e\u200f\u001b",
  ..."数据库é",
  "👩🏽‍💻",
  "\ud83d",
  "\r\n",
  "\n| ",
  "\n1. session a entry b fragment 0:user.text offset 0",
  "\nfragment 0:tool.result, 10 chars",
  "\n[left out 0-10]",
  "retry",
);

/** A text of up to `most` pieces, the short ones more often; sometimes one piece over and over. */
export function nastyText(most: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.array(piece, { maxLength: Math.min(most, 12) }).map((pieces) => pieces.join("")),
    fc.tuple(piece, fc.integer({ min: 0, max: most })).map(([one, times]) => one.repeat(times)),
  );
}

export const name = nastyText(400).map(boundName);
export const id = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[0-9a-f]{8}$/) },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: nastyText(40) },
  { weight: 1, arbitrary: nastyText(3_000) },
);
const kind = fc.constantFrom(...FRAGMENT_KINDS);
export const timestamp = fc.oneof(fc.constant("2026-03-10T09:12:04.310Z"), fc.constant(""), name);
const states = { branchState: fc.constantFrom(...BRANCH_STATES), selectionState: fc.constantFrom(...SELECTION_STATES) };
const ref = fc.record({ sessionId: id, entryId: id });
export const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
export const count = fc.nat({ max: 2_000_000 });

/** Fields that are `undefined` are left out, as in real answers. */
export function withoutHoles<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;
}

export const anyCoverage: fc.Arbitrary<Coverage> = fc.record({
  state: fc.constantFrom("ready", "catching-up", "partial", "error"),
  sessions: fc.record({ indexed: count, known: count }),
  bytes: fc.record({ indexed: count, known: count }),
  skipped: fc.array(fc.record({ reason: fc.constantFrom("malformed-line", "unreadable"), count }), { maxLength: 3 }),
});

export const anyHit: fc.Arbitrary<EventSearchHit> = fc
  .record({
    sessionId: id,
    sessionName: optional(name),
    cwd: name,
    entryId: id,
    entryType: name,
    ordinal: fc.nat({ max: 9_999 }),
    semanticKind: kind,
    timestamp,
    ...states,
    snippet: nastyText(240).map((text) => clipText(text, 240)),
    matchingFragmentCount: fc.integer({ min: 1, max: 9_999 }),
    matchOffset: count,
    toolName: optional(name),
    isError: optional(fc.constant(true)),
    copies: optional(fc.record({ count: fc.integer({ min: 1, max: 999 }), refs: fc.array(ref, { maxLength: 5 }) })),
  })
  .map(
    ({ ordinal, ...hit }) =>
      withoutHoles({ ...hit, matchingFragmentId: `${ordinal}:${hit.semanticKind}` }) as EventSearchHit,
  );

export const anySearchAnswer: fc.Arbitrary<EventSearchAnswer> = fc
  .record({
    hits: fc.array(anyHit, { maxLength: 50, size: "max" }),
    totals: fc.record({ events: count, fragments: count }),
    coverage: anyCoverage,
    ignoredTerms: optional(fc.array(nastyText(60), { maxLength: 20 })),
    noMatch: optional(
      fc
        .record({
          clauses: fc.array(fc.record({ text: nastyText(1_000), events: count }), { maxLength: 32 }),
          filters: fc.array(fc.record({ name: fc.constantFrom("kinds", "time", "cwd"), events: count }), {
            maxLength: 9,
          }),
          ownSession: optional(count),
        })
        .map((noMatch) => withoutHoles(noMatch) as NonNullable<EventSearchAnswer["noMatch"]>),
    ),
  })
  .map((answer) => withoutHoles(answer) as EventSearchAnswer);

const fragmentText = nastyText(5_000);

function fragment(cap: number): fc.Arbitrary<ReadFragment> {
  return fc
    .record({
      ordinal: fc.nat({ max: 30 }),
      kind,
      toolName: optional(name),
      isError: optional(fc.constant(true)),
      text: fragmentText,
    })
    .map(({ ordinal, text, ...rest }) => {
      const preview = previewText(text, { head: Math.ceil(cap / 2), tail: Math.floor(cap / 2) });
      return withoutHoles({ fragmentId: `${ordinal}:${rest.kind}`, ...rest, preview }) as ReadFragment;
    });
}

export const fork: fc.Arbitrary<BranchForkReceipt> = fc
  .record({
    kind: fc.constantFrom("in-session" as const, "session-fork" as const),
    at: ref,
    candidates: fc.array(ref, { minLength: 1, maxLength: 20 }),
    omitted: optional(fc.integer({ min: 1, max: 99 })),
    hasChosen: fc.boolean(),
  })
  .map(
    ({ hasChosen, ...receipt }) =>
      withoutHoles({ ...receipt, chosen: hasChosen ? receipt.candidates[0] : undefined }) as BranchForkReceipt,
  );

/** One event whose fragments show at most `cap` code points each. */
function event(cap: number): fc.Arbitrary<EventRead> {
  return fc
    .record({
      event: fc
        .record({
          sessionId: id,
          sessionName: optional(name),
          cwd: nastyText(4_000),
          entryId: id,
          parentId: optional(id),
          entryType: name,
          role: optional(name),
          timestamp,
          ...states,
          contextRole: fc.constantFrom("message" as const, "metadata" as const),
          labels: fc.array(name, { maxLength: 1 }),
        })
        .map((summary) => withoutHoles(summary) as EventRead["event"]),
      fragments: fc.array(fragment(cap), { maxLength: 20, size: "max" }),
      omitted: fc.oneof(fc.constant(0), fc.nat({ max: 500 })),
      omissions: fc.array(fc.record({ kind: name, mimeType: name, bytes: count }), { maxLength: 15 }),
      coverage: anyCoverage,
    })
    .map(({ omitted, ...read }) => ({
      ...read,
      fragmentCoverage: {
        total: read.fragments.length + omitted,
        returned: read.fragments.length,
        omitted,
        truncated: omitted > 0,
      },
      before: [],
      after: [],
      forks: [],
    }));
}

/** Reads under the domain's budget of 24,000 code points: few long fragments, or many short ones with neighbours. */
export const anyRead: fc.Arbitrary<EventRead> = fc
  .record({
    target: fc.oneof(event(1_200), event(600)),
    before: fc.array(event(30), { maxLength: 10, size: "max" }),
    after: fc.array(event(30), { maxLength: 10, size: "max" }),
    forks: fc.array(fork, { maxLength: 8 }),
  })
  .map(({ target, ...around }) => ({ ...target, ...around }));

/** A read of one fragment by a window. */
export const anyWindowRead: fc.Arbitrary<EventRead> = fc
  .tuple(event(10), fragmentText, fc.nat({ max: 5_000 }))
  .map(([read, text, at]) => {
    const preview = windowText(text, Math.min(at, [...text].length));
    return {
      ...read,
      fragments: [{ fragmentId: "0:tool.result", kind: "tool.result" as const, preview }],
      fragmentCoverage: { total: 1, returned: 1, omitted: 0, truncated: false },
    };
  });

const node: fc.Arbitrary<TraceNode> = fc
  .record({
    sessionId: id,
    entryId: id,
    entryType: name,
    kind: optional(kind),
    toolName: optional(name),
    isError: optional(fc.constant(true)),
    timestamp,
    ...states,
    preview: nastyText(200).map((text) => clipText(text)),
  })
  .map((one) => withoutHoles(one) as TraceNode);

function edge(further: fc.Arbitrary<readonly TraceEdge[] | undefined>): fc.Arbitrary<TraceEdge> {
  return fc
    .record({
      relation: fc.constantFrom("child" as const, "file-changed" as const, "compaction-first-kept" as const),
      evidence: fc.constantFrom("recorded" as const, "inferred" as const),
      towardLeaf: fc.boolean(),
      node,
      file: optional(name),
      edges: further,
    })
    .map((one) => withoutHoles(one) as TraceEdge);
}

const nearEdge = edge(optional(fc.array(edge(fc.constant(undefined)), { maxLength: 2 })));
const edges = fc.array(nearEdge, { maxLength: 20, size: "max" });

export const anyTrace: fc.Arbitrary<EventTrace> = fc
  .record({
    target: node,
    parent: optional(nearEdge),
    children: edges,
    branchSiblings: edges,
    related: edges,
    more: fc.nat({ max: 99 }),
    forks: fc.array(fork, { maxLength: 8 }),
    truncated: fc.boolean(),
    coverage: anyCoverage,
  })
  .map(({ more, ...trace }) => ({
    ...(withoutHoles(trace) as Omit<EventTrace, "totals">),
    totals: {
      children: trace.children.length + (trace.children.length === 20 ? more : 0),
      branchSiblings: trace.branchSiblings.length,
      related: trace.related.length,
    },
  }));
