import type { Coverage } from "../../../../src/domain/model/coverage.ts";
import type { EventRead } from "../../../../src/domain/model/event-read.ts";
import type { EventSearchAnswer, EventSearchHit } from "../../../../src/domain/model/hit.ts";
import type { EventTrace, TraceEdge, TraceNode } from "../../../../src/domain/model/trace.ts";
import { previewText } from "../../../../src/domain/text/text-preview.ts";

export const ready: Coverage = {
  state: "ready",
  sessions: { indexed: 34, known: 34 },
  bytes: { indexed: 1_000, known: 1_000 },
  skipped: [],
};
export const catchingUp: Coverage = {
  state: "catching-up",
  sessions: { indexed: 120, known: 5_000 },
  bytes: { indexed: 24, known: 1_000 },
  skipped: [],
};

const SESSION = "019a2b3c-1111-7000-8000-000000000001";
const TIME = "2026-03-10T09:12:04.310Z";

export function hit(given: Partial<EventSearchHit> = {}): EventSearchHit {
  return {
    sessionId: SESSION,
    sessionName: "Fix the budget",
    cwd: "/home/ada/payments",
    entryId: "1a2b3c4d",
    entryType: "message",
    matchingFragmentId: "0:tool.result",
    semanticKind: "tool.result",
    timestamp: TIME,
    branchState: "selected",
    selectionState: "direct",
    snippet: "so the retry budget is three",
    matchingFragmentCount: 1,
    matchOffset: 7,
    toolName: "bash",
    ...given,
  };
}

export function searchAnswer(given: Partial<EventSearchAnswer> = {}): EventSearchAnswer {
  return { hits: [hit()], totals: { events: 1, fragments: 1 }, coverage: ready, ...given };
}

export function readAnswer(text: string, coverage: Coverage = ready): EventRead {
  return {
    event: {
      sessionId: SESSION,
      cwd: "/home/ada/payments",
      entryId: "1a2b3c4d",
      entryType: "message",
      role: "assistant",
      timestamp: TIME,
      branchState: "selected",
      selectionState: "direct",
      contextRole: "message",
      labels: [],
    },
    fragments: [
      { fragmentId: "0:assistant.text", kind: "assistant.text", preview: previewText(text, { head: 20, tail: 10 }) },
    ],
    fragmentCoverage: { total: 1, returned: 1, omitted: 0, truncated: false },
    omissions: [],
    before: [],
    after: [],
    forks: [],
    coverage,
  };
}

function node(entryId: string, preview: string): TraceNode {
  return {
    sessionId: SESSION,
    entryId,
    entryType: "message",
    kind: "tool.call",
    timestamp: TIME,
    branchState: "selected",
    selectionState: "direct",
    preview,
  };
}

function edge(relation: TraceEdge["relation"], entryId: string, preview: string, edges?: TraceEdge[]): TraceEdge {
  return { relation, evidence: "recorded", towardLeaf: false, node: node(entryId, preview), ...(edges && { edges }) };
}

export function traceAnswer(): EventTrace {
  return {
    target: node("1a2b3c4d", "run the tests"),
    parent: edge("parent", "00000001", "please test"),
    children: [
      edge("child", "00000002", "3 failed", [edge("child", "00000003", "I see")]),
      edge("child", "00000004", "another try"),
    ],
    branchSiblings: [],
    related: [edge("tool-result", "00000002", "3 failed")],
    totals: { children: 2, branchSiblings: 0, related: 1 },
    forks: [],
    truncated: false,
    coverage: ready,
  };
}
