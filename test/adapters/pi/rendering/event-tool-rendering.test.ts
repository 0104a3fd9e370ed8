import { describe, expect, it, test } from "vitest";
import { eventToolRenderers } from "../../../../src/adapters/pi/rendering/event-tool-rendering.ts";
import type { Palette } from "../../../../src/adapters/pi/rendering/span.ts";
import { writeReadAnswer } from "../../../../src/adapters/pi/texts/write-read-answer.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { writeTraceAnswer } from "../../../../src/adapters/pi/texts/write-trace-answer.ts";
import { readDetails, searchDetails, traceDetails } from "../../../../src/adapters/pi/tools/tool-details.ts";
import type { EventRead } from "../../../../src/domain/model/event-read.ts";
import type { EventSearchAnswer } from "../../../../src/domain/model/hit.ts";
import { catchingUp, hit, readAnswer, ready, searchAnswer, traceAnswer } from "./answers.ts";
import { namedTheme, plainTheme, type RenderContext, renderContext } from "./render-context.ts";

type Tool = keyof typeof eventToolRenderers;

const call = (tool: Tool, args: unknown, given: Partial<RenderContext> = {}, width = 200): string =>
  eventToolRenderers[tool]
    .renderCall(args, plainTheme, renderContext({ args, ...given }))
    .render(width)
    .join("\n");

const result = (
  tool: Tool,
  text: string,
  details: unknown,
  {
    expanded = false,
    isPartial = false,
    theme = plainTheme,
    width = 200,
    ...given
  }: Partial<RenderContext> & {
    isPartial?: boolean;
    theme?: Palette;
    width?: number;
  } = {},
): string[] =>
  eventToolRenderers[tool]
    .renderResult(
      { content: [{ type: "text", text }], details },
      { expanded, isPartial },
      theme,
      renderContext({ expanded, ...given }),
    )
    .render(width);

describe("a call", () => {
  it.each([
    ["event_search", { query: "retry budget" }, 'event_search "retry budget"'],
    [
      "event_search",
      { query: "x", kinds: ["tool.result", "tool.call"], time: { from: "2026-03-01" } },
      'event_search "x" · kind tool.result, tool.call · since 2026-03-01',
    ],
    [
      "event_search",
      { query: "x", sessionId: "current", errorOnly: true, roles: ["user"], cwd: "/a" },
      'event_search "x" · this session · in /a · role user · errors only',
    ],
    ["event_search", { query: 'a\n"b"\u202e' }, 'event_search "a\\n"b"\\u202e"'],
    ["event_search", { sessionId: "019a2b3c-1111-7000-8000-000000000001" }, "event_search · session 019a2b3c…"],
    [
      "event_read",
      { sessionId: "s1", entryId: "1a2b3c4d", fragmentId: "0:tool.result", offset: 4000, order: "append", before: 2 },
      "event_read 1a2b3c4d · session s1 · fragment 0:tool.result · from 4000 · before 2 · in file order",
    ],
    ["event_trace", { sessionId: "s1", entryId: "1a2b3c4d", depth: 2 }, "event_trace 1a2b3c4d · session s1 · depth 2"],
  ] as const)("%s %j", (tool, args, expected) => {
    expect(call(tool, args)).toBe(expected);
  });

  it.each([undefined, null, "x", 3, [], {}, { query: 7 }, { time: "soon" }, { kinds: [null, {}] }])(
    "copes with %j as arguments that still arrive",
    (args) => {
      expect(call("event_search", args, { argsComplete: false })).toMatch(/^event_search/);
      expect(call("event_read", args, { argsComplete: false })).toBe("event_read …");
    },
  );

  it("is one row, cut at the edge, and whole with full ids when expanded", () => {
    const args = { query: "retry budget of the payment service", sessionId: "019a2b3c-1111-7000-8000-000000000001" };
    expect(call("event_search", args, {}, 30)).toBe('event_search "retry budget of…');
    expect(call("event_search", args, { expanded: true }, 30).split("\n")).toHaveLength(4);
    expect(call("event_search", args, { expanded: true })).toContain("000000000001");
  });
});

describe("a collapsed search result", () => {
  const summary = (answer: EventSearchAnswer, width?: number): string[] =>
    result("event_search", writeSearchAnswer(answer, "retry budget"), searchDetails(answer), width ? { width } : {});

  test("counts hits and says that the index is ready", () => {
    expect(summary(searchAnswer())).toEqual(["1 hit · ready (ctrl+o to expand)"]);
    expect(summary(searchAnswer({ totals: { events: 1_200, fragments: 1_300 } }))).toEqual([
      "1 of 1,200 hits · ready (ctrl+o to expand)",
    ]);
  });

  test("tells no match from an index that is not complete", () => {
    const none = { hits: [], totals: { events: 0, fragments: 0 } };
    expect(summary(searchAnswer(none))).toEqual(["no match · ready (ctrl+o to expand)"]);
    expect(summary(searchAnswer({ ...none, coverage: catchingUp }))).toEqual([
      "no match: index catching up (120 of 5,000 sessions) (ctrl+o to expand)",
    ]);
    const empty = { ...ready, sessions: { indexed: 0, known: 0 } };
    expect(summary(searchAnswer({ ...none, coverage: empty }))[0]).toMatch(/^no match · no session in this workspace/);
    expect(summary(searchAnswer({ coverage: { ...catchingUp, state: "error" } }))[0]).toContain("index not up to date");
    expect(summary(searchAnswer({ coverage: { ...catchingUp, state: "partial" } }))[0]).toContain("index has gaps");
  });

  test("gives up the hint before the counts", () => {
    expect(summary(searchAnswer(), 20)).toEqual(["1 hit · ready"]);
    expect(summary(searchAnswer(), 5)).toEqual(["1 hi…"]);
  });
});

describe("other collapsed results", () => {
  test("of a read name the event and what is cut", () => {
    const read: EventRead = {
      ...readAnswer("short"),
      before: [readAnswer("a")],
      after: [readAnswer("b"), readAnswer("c")],
    };
    const text = writeReadAnswer(read, { isWindow: false });
    expect(result("event_read", text, readDetails(read), { keyText: () => "" })).toEqual([
      "message assistant, 2026-03-10T09:12:04.310Z, selected/direct · 1 fragment · 1 before · 2 after",
    ]);
    const long = readAnswer("long ".repeat(100), catchingUp);
    expect(
      result("event_read", writeReadAnswer(long, { isWindow: false }), readDetails(long), { keyText: () => "" })[0],
    ).toMatch(/ · 1 fragment · cut · index catching up \(120 of 5,000 sessions\)$/);
  });

  test("of a trace count the relations", () => {
    const trace = traceAnswer();
    expect(result("event_trace", writeTraceAnswer(trace), traceDetails(trace))).toEqual([
      "2 children · no siblings · 1 related (ctrl+o to expand)",
    ]);
  });

  it.each([
    undefined,
    null,
    {},
    { tool: "event_search" },
    { tool: "event_read", hits: 3, events: 4, coverage: "ready" },
    { tool: "event_search", hits: "3", coverage: "ready" },
  ])("of another version (%j) show the first line of their text", (details) => {
    expect(result("event_search", "4 things, somewhere\nmore", details)).toEqual([
      "4 things, somewhere (ctrl+o to expand)",
    ]);
  });

  test("of a failure show its sentence", () => {
    const options = { isError: true, theme: namedTheme };
    expect(result("event_read", "Not found in this workspace.", {}, options)).toEqual([
      "<error>Not found in this workspace.</>",
    ]);
    expect(result("event_read", "One\ntwo", {}, { ...options, expanded: true })).toEqual([
      "<error>One</>",
      "<error>two</>",
    ]);
  });

  test("while partial show how far it is", () => {
    const options = { isPartial: true, expanded: true, theme: namedTheme };
    expect(result("event_search", "history: indexing 45%", { progress: {} }, options)).toEqual([
      "<warning>history: indexing 45%</>",
    ]);
    expect(result("event_search", "", undefined, options)).toEqual(["<warning>searching …</>"]);
  });
});

describe("an expanded result", () => {
  test("of a search highlights the match and puts ids last", () => {
    const answer = searchAnswer({ hits: [hit({ snippet: "«so» the retry budget is\tthree \u001b[31m" })] });
    const text = writeSearchAnswer(answer, "retry budget");
    const options = { expanded: true, theme: namedTheme, args: { query: "retry budget" } };
    expect(result("event_search", text, searchDetails(answer), options).slice(2)).toEqual([
      '<text>*1. *</><accent>tool.result, 2026-03-10T09:12:04.310Z, selected/direct, tool bash, in "Fix the budget"</>',
      "<dim>   │ </>«so» the <accent>*retry budget*</> is    three \\x1b[31m",
      "<dim>   </><dim>session 019a2b3c-1111-7000-8000-000000000001 entry 1a2b3c4d fragment 0:tool.result offset 7</>",
    ]);
    expect(result("event_search", text, searchDetails(answer), options).join("\n")).not.toContain("untrusted");
  });

  test("of a read shows the text behind a bar and what is left out", () => {
    const read = readAnswer(`first line\n${"x".repeat(100)}\nlast one`);
    const rows = result("event_read", writeReadAnswer(read, { isWindow: false }), readDetails(read), {
      expanded: true,
      theme: namedTheme,
    });
    expect(rows.slice(rows.findIndex((row) => row.includes("fragment ")))).toEqual([
      "<accent>fragment 0:assistant.text, 120 chars</>",
      "<muted>[0-20]</>",
      "<dim>│ </>first line",
      "<dim>│ </>xxxxxxxxx",
      '<warning>[left out 20-110: fragmentId "0:assistant.text" offset 20]</>',
      "<muted>[110-120]</>",
      "<dim>│ </>x",
      "<dim>│ </>last one",
    ]);
  });

  test("of a trace is a tree", () => {
    const trace = traceAnswer();
    const rows = result("event_trace", writeTraceAnswer(trace), traceDetails(trace), { expanded: true });
    const shape = rows.map((row) => row.replace(/, tool\.call.*$/, "").replace(/session \S+ /, ""));
    expect(shape).toEqual([
      "target: entry 1a2b3c4d",
      "│ run the tests",
      "├─ parent:",
      "│  └─ parent (recorded): entry 00000001",
      "│       please test",
      "├─ children: 2",
      "│  ├─ child (recorded): entry 00000002",
      "│  │  │ 3 failed",
      "│  │  └─ child (recorded): entry 00000003",
      "│  │       I see",
      "│  └─ child (recorded): entry 00000004",
      "│       another try",
      "├─ siblings: none",
      "└─ related: 1",
      "   └─ tool-result (recorded): entry 00000002",
      "        3 failed",
    ]);
  });
});

describe("a text that is none of ours", () => {
  it.each(["event_search", "event_read", "event_trace"] as const)("is shown whole by %s", (tool) => {
    const rows = result(tool, "| quoted first\n\tthen\n        - deep\n| and last", null, { expanded: true });
    const words = rows
      .join(" ")
      .replace(/[│├└─\s-]+/gu, " ")
      .trim();
    expect(words).toBe("quoted first then deep and last");
  });
});

describe("a renderer never fails", () => {
  const broken: Palette = {
    fg: () => {
      throw new Error("no such colour");
    },
    bold: (text) => text,
  };

  test("over a theme that does", () => {
    expect(result("event_search", "first\nsecond", {}, { theme: broken })).toEqual(["first"]);
    expect(eventToolRenderers.event_trace.renderCall({}, broken, renderContext()).render(9)).toEqual(["event_tr…"]);
  });

  test("over a context of another Pi, without key hints", () => {
    const old = { ...renderContext(), keyHint: undefined, keyText: undefined } as unknown as RenderContext;
    const drawing = eventToolRenderers.event_search.renderResult(
      { content: [{ type: "text", text: "3 things" }] },
      { expanded: false, isPartial: false },
      plainTheme,
      old,
    );
    expect(drawing.render(80)).toEqual(["3 things"]);
  });

  test("and gives Pi the same rows until something changes", () => {
    const drawing = eventToolRenderers.event_search.renderCall({ query: "x" }, plainTheme, renderContext());
    const rows = drawing.render(80);
    expect(drawing.render(80)).toBe(rows);
    expect(drawing.render(10)).not.toBe(rows);
    drawing.invalidate();
    expect(drawing.render(80)).toEqual(rows);
    expect(drawing.render(Number.NaN)).toEqual(["…"]);
  });
});
