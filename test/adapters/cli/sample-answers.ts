import type { Coverage } from "../../../src/domain/model/coverage.ts";
import type { EventRead, EventSummary, ReadFragment } from "../../../src/domain/model/event-read.ts";
import type { EventSearchHit } from "../../../src/domain/model/hit.ts";
import type { IndexVerification } from "../../../src/domain/model/index-verification.ts";
import type { TraceEdge, TraceNode, TraceRelation } from "../../../src/domain/model/trace.ts";

/** Hand-made answers of the history, with what a test does not care about filled in. */

export const SESSION = "0197c0de-1111-7000-8000-00000000000a";

export function coverage(changes: Partial<Coverage> = {}): Coverage {
  return {
    state: "ready",
    sessions: { indexed: 3, known: 3 },
    bytes: { indexed: 4200, known: 4200 },
    skipped: [],
    lastCompleteWalk: "2026-05-04T09:00:00.000Z",
    ...changes,
  };
}

export function hit(changes: Partial<EventSearchHit> = {}): EventSearchHit {
  return {
    sessionId: SESSION,
    sessionName: "Tame the retry budget",
    cwd: "/home/ada/shop",
    entryId: "a1b2c3d4",
    entryType: "message",
    matchingFragmentId: "0:user.text",
    semanticKind: "user.text",
    timestamp: "2026-05-03T10:22:31.123Z",
    branchState: "selected",
    selectionState: "direct",
    snippet: "please lower the retry budget to three attempts, the queue is full",
    matchingFragmentCount: 1,
    matchOffset: 517,
    ...changes,
  };
}

export function summary(changes: Partial<EventSummary> = {}): EventSummary {
  return {
    sessionId: SESSION,
    sessionName: "Tame the retry budget",
    cwd: "/home/ada/shop",
    entryId: "a1b2c3d4",
    parentId: "00aa11bb",
    entryType: "message",
    role: "user",
    timestamp: "2026-05-03T10:22:31.123Z",
    branchState: "selected",
    selectionState: "direct",
    contextRole: "message",
    labels: [],
    ...changes,
  };
}

/** A fragment shown whole; `text` must hold no surrogates for `totalChars` to be right. */
export function fragment(text: string, changes: Partial<ReadFragment> = {}): ReadFragment {
  const totalChars = Array.from(text).length;
  return {
    fragmentId: "0:user.text",
    kind: "user.text",
    preview: { text, totalChars, shownRanges: [{ start: 0, end: totalChars }], omittedRanges: [], truncated: false },
    ...changes,
  };
}

export function read(changes: Partial<EventRead> = {}): EventRead {
  const fragments = changes.fragments ?? [fragment("please lower the retry budget")];
  return {
    event: summary(),
    fragments,
    fragmentCoverage: { total: fragments.length, returned: fragments.length, omitted: 0, truncated: false },
    omissions: [],
    before: [],
    after: [],
    forks: [],
    coverage: coverage(),
    ...changes,
  };
}

export function verification(changes: Partial<IndexVerification> = {}): IndexVerification {
  return {
    ok: true,
    repaired: false,
    files: { checked: 3, differing: 0, pending: 0 },
    events: { checked: 40, missing: 0, extra: 0, changed: 0 },
    relations: { differing: 0 },
    postings: { checked: 55, wrong: 0 },
    sound: true,
    coverage: coverage(),
    ...changes,
  };
}

export function node(changes: Partial<TraceNode> = {}): TraceNode {
  return {
    sessionId: SESSION,
    entryId: "a1b2c3d4",
    entryType: "message",
    kind: "user.text",
    timestamp: "2026-05-03T10:22:31.123Z",
    branchState: "selected",
    selectionState: "direct",
    preview: "please lower the retry budget",
    ...changes,
  };
}

export function edge(
  relation: TraceRelation,
  changes: Partial<TraceNode> = {},
  rest: Partial<TraceEdge> = {},
): TraceEdge {
  return {
    relation,
    evidence: relation === "sibling" ? "inferred" : "recorded",
    towardLeaf: false,
    node: node(changes),
    ...rest,
  };
}
