import { describe, expect, test } from "vitest";
import { writeReadAnswer } from "../../../../src/adapters/pi/texts/write-read-answer.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { writeTraceAnswer } from "../../../../src/adapters/pi/texts/write-trace-answer.ts";
import type { Coverage } from "../../../../src/domain/model/coverage.ts";
import type { EventRead } from "../../../../src/domain/model/event-read.ts";
import type { EventSearchHit } from "../../../../src/domain/model/hit.ts";
import type { EventTrace, TraceEdge } from "../../../../src/domain/model/trace.ts";
import { previewText, windowText } from "../../../../src/domain/text/text-preview.ts";

const coverage: Coverage = {
  state: "ready",
  sessions: { indexed: 1, known: 1 },
  bytes: { indexed: 1, known: 1 },
  skipped: [],
};
const longId = "i".repeat(1_000);
const longName = "名".repeat(400);
const states = { branchState: "alternate", selectionState: "not-applicable" } as const;
const timestamp = "2026-03-10T09:12:04.310Z";

const hit: EventSearchHit = {
  sessionId: longId,
  sessionName: longName,
  cwd: "/",
  entryId: longId,
  entryType: "message",
  matchingFragmentId: "0:user.text",
  semanticKind: "user.text",
  timestamp,
  ...states,
  snippet: "🦓".repeat(240),
  matchingFragmentCount: 1,
  matchOffset: 0,
};

function readOf(texts: readonly string[], cap: number, around: Partial<EventRead> = {}): EventRead {
  return {
    event: {
      sessionId: "s",
      sessionName: longName,
      cwd: `/${longName}`,
      entryId: "0a0a0a0a",
      parentId: "0b0b0b0b",
      entryType: "message",
      role: "user",
      timestamp,
      ...states,
      contextRole: "message",
      labels: [longName],
    },
    fragments: texts.map((text, at) => ({
      fragmentId: `${at}:user.text`,
      kind: "user.text",
      toolName: longName,
      preview: previewText(text, { head: cap / 2, tail: cap / 2 }),
    })),
    fragmentCoverage: { total: texts.length, returned: texts.length, omitted: 0, truncated: false },
    omissions: [],
    before: [],
    after: [],
    forks: [],
    coverage,
    ...around,
  };
}

function isFull(text: string): void {
  const bytes = Buffer.byteLength(text);
  const lines = text.split("\n").length;
  expect(bytes).toBeLessThan(50 * 1024);
  expect(lines).toBeLessThanOrEqual(2_000);
  // What is cut is cut as little as needed.
  expect(bytes > 47 * 1024 || lines > 1_900, `${bytes} bytes, ${lines} lines`).toBe(true);
}

/** Every range of a fragment, shown or left out, as the text states them. */
function statedRanges(text: string): { shown: number; end: number } {
  let at = 0;
  let shown = 0;
  for (const [, leftOut, from, to] of text.matchAll(/^\[(left out )?(\d+)-(\d+)[\]:]/gm)) {
    expect(Number(from)).toBe(at);
    at = Number(to);
    if (leftOut === undefined) shown += Number(to) - Number(from);
  }
  return { shown, end: at };
}

describe("a result that would be too large", () => {
  test("a search says how many hits are left out", () => {
    const answer = { hits: Array.from({ length: 50 }, () => hit), totals: { events: 50, fragments: 50 }, coverage };
    const text = writeSearchAnswer(answer, "zebra");
    isFull(text);
    const shown = text.match(/^\d+\. session i{1000} entry i{1000} /gm)?.length ?? 0;
    expect(text).toContain(`${50 - shown} hits left out, the result is full: narrow the search.`);
    expect(text).toContain(`; ${shown} shown.`);
  });

  test.each([
    ["of four bytes a character", "🦓"],
    ["of line feeds", "\n"],
    ["of lines", "a\n"],
    ["of carriage returns", "\r"],
    ["of paragraph separators", "\u2029"],
  ])("a read of six texts %s shows their heads and tails, with exact ranges", (_what, unit) => {
    const text = writeReadAnswer(readOf(Array<string>(6).fill(unit.repeat(4_000)), 4_000), { isWindow: false });
    isFull(text);
    for (const fragment of text.split(/^fragment /m).slice(1)) {
      const { shown, end } = statedRanges(fragment);
      expect(end).toBe(unit.length === 1 || unit === "🦓" ? 4_000 : 8_000);
      expect(shown).toBeGreaterThan(200);
    }
  });

  test("a window keeps its beginning and says where it goes on", () => {
    const whole = "ab\n\n".repeat(2_000);
    const read = readOf([whole], 4_000);
    const fragment = { fragmentId: "0:user.text", kind: "user.text", preview: windowText(whole, 1_000) } as const;
    const text = writeReadAnswer({ ...read, fragments: [fragment] }, { isWindow: true });
    isFull(text);
    const [, end] = /^\[1000-(\d+)\]$/m.exec(text) ?? [];
    expect(Number(end)).toBeGreaterThan(4_000);
    expect(text).toContain(`[left out 0-1000: fragmentId "0:user.text" offset 0]`);
    expect(text).toContain(`[left out ${end}-8000: fragmentId "0:user.text" offset ${end}]`);
  });

  test("neighbours give way before the event, the farthest first", () => {
    const neighbour = (entryId: string): EventRead => {
      const read = readOf(Array<string>(20).fill("🦓".repeat(500)), 400);
      return { ...read, event: { ...read.event, entryId } };
    };
    const ten = Array.from({ length: 10 }, (_, at) => at);
    const read = readOf(["target ".repeat(500)], 4_000, {
      before: ten.map((at) => neighbour(`before${9 - at}`)),
      after: ten.map((at) => neighbour(`after${at}`)),
    });
    const text = writeReadAnswer(read, { isWindow: false });
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(text).toContain("target ".repeat(500));
    expect(text).toContain("entry before0");
    expect(text).toContain("entry after0");
    const [, missing, outermost] =
      /^\[(\d+) events before left out, the result is full: read from entry (\w+) on\]$/m.exec(text) ?? [];
    expect(outermost).toBe(`before${9 - Number(missing)}`);
    expect(text).not.toContain("entry before9");
  });

  test("a trace shortens previews, then leaves out the second step", () => {
    const edge = (at = 0, edges?: TraceEdge[]): TraceEdge => ({
      relation: "child",
      evidence: "recorded",
      towardLeaf: true,
      node: {
        sessionId: longId.slice(0, 250 + (at % 7)),
        entryId: "0c0c0c0c",
        entryType: "message",
        timestamp,
        ...states,
        preview: "🦓".repeat(160),
      },
      file: longName,
      ...(edges && { edges }),
    });
    const twenty = (make: (at: number) => TraceEdge): TraceEdge[] => Array.from({ length: 20 }, (_, at) => make(at));
    const trace: EventTrace = {
      target: { ...edge().node, sessionId: "home" },
      children: twenty((at) => edge(at, at === 0 ? twenty(edge) : undefined)),
      branchSiblings: twenty(edge),
      related: twenty(edge),
      totals: { children: 21, branchSiblings: 20, related: 20 },
      forks: [],
      truncated: true,
      coverage,
    };
    const text = writeTraceAnswer(trace);
    isFull(text);
    expect(text).toMatch(/^children: 20 of 21$/m);
    expect(text).toMatch(/^ {4}\[\d+ more beyond: trace this entry\]$/m);
    expect(text).toContain("Not all relations are shown");
  });
});
