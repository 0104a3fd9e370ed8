import { visibleWidth } from "@earendil-works/pi-tui";
import { fc, test } from "@fast-check/vitest";
import stringWidth from "string-width";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { recallDetails } from "../../../../../src/adapters/pi/recall/recall-details.ts";
import { sessionSearchRenderer } from "../../../../../src/adapters/pi/recall/rendering/session-search-rendering.ts";
import { writeRecallAnswer } from "../../../../../src/adapters/pi/recall/texts/write-recall-answer.ts";
import { hostileText } from "../../rendering/hostile-text.ts";
import {
  colourTheme,
  namedTheme,
  plainTheme,
  type RenderContext,
  renderContext,
} from "../../rendering/render-context.ts";
import { anyRecallAnswer } from "../texts/any-recall-answer.ts";

const call = (args: unknown, given: Partial<RenderContext> = {}, width = 200): string =>
  sessionSearchRenderer
    .renderCall(args, plainTheme, renderContext({ args, ...given }))
    .render(width)
    .join("\n");

const result = (text: string, given: Partial<RenderContext & { isPartial: boolean }> = {}, width = 200): string[] => {
  const { expanded = false, isPartial = false, ...context } = given;
  return sessionSearchRenderer
    .renderResult(
      { content: [{ type: "text", text }], details: { tool: "session_search", mode: "read" } },
      { expanded, isPartial },
      plainTheme,
      renderContext({ expanded, ...context }),
    )
    .render(width);
};

describe("a call", () => {
  it.each([
    [{}, "session_search"],
    [{ limit: 5 }, "session_search · limit 5"],
    [
      { query: "retry OR budget", role: "user", time: { from: "2026-01-01" } },
      'session_search "retry OR budget" · role user · since 2026-01-01',
    ],
    [{ sessionId: "019cd704-87d6-7f4c-85bf-2c8e968015aa" }, "session_search session 019cd704…"],
    [
      { sessionId: "/home/ada/.pi/agent/sessions/--w--/2026_019cd704-87d6-7f4c-85bf-2c8e968015aa.jsonl" },
      "session_search session …019cd704-87d6-7f4c-85bf-2c8e968015aa.jsonl",
    ],
    [
      { sessionId: "s", aroundMessageId: "m", window: 3, branchTip: "t" },
      "session_search session s · around m · window 3 · branch t",
    ],
    [{ operation: "prepare-pattern-miner", scope: "all" }, "session_search prepare-pattern-miner · scope all"],
    [{ query: 'a\n"b"\u202e' }, 'session_search "a\\n"b"\\u202e"'],
  ])("%o reads %s", (args, line) => expect(call(args)).toBe(line));

  test("shows ids whole when it is expanded, and that arguments are still arriving", () => {
    const sessionId = "019cd704-87d6-7f4c-85bf-2c8e968015aa";
    expect(call({ sessionId }, { expanded: true })).toBe(`session_search session ${sessionId}`);
    expect(call(undefined, { argsComplete: false })).toBe("session_search …");
  });
});

describe("a result", () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join("\n");

  test("is its last five rows and how many are before them", () => {
    expect(result(lines)).toEqual([
      "… 7 earlier lines (ctrl+o to expand)",
      "line 8",
      "line 9",
      "line 10",
      "line 11",
      "line 12",
    ]);
  });

  test("counts rows as they are on the screen", () => {
    const rows = result(`first\n| ${"word ".repeat(40)}`, {}, 30);
    expect(rows[0]).toMatch(/^… \d+ earlier lines?/);
    expect(rows).toHaveLength(6);
    const [, before] = /(\d+) earlier/.exec(rows[0] ?? "") ?? [];
    expect(result(`first\n| ${"word ".repeat(40)}`, { expanded: true }, 30)).toHaveLength(Number(before) + 5);
  });

  test("of five rows or less is shown whole, and when expanded it always is", () => {
    expect(result("a\nb\nc\nd\ne")).toEqual(["a", "b", "c", "d", "e"]);
    expect(result(lines, { expanded: true })).toHaveLength(12);
  });

  test("says how far it is, and why it failed", () => {
    expect(result("history: indexing 45%", { isPartial: true })).toEqual(["history: indexing 45%"]);
    expect(result("Not found in this workspace.", { isError: true })).toEqual(["Not found in this workspace."]);
  });

  test("has matches highlighted in a discovery only, and quoted text behind a bar", () => {
    const draw = (mode: string): string[] =>
      sessionSearchRenderer
        .renderResult(
          {
            content: [{ type: "text", text: "1. session s message m user, 2026\n   | the «retry» budget" }],
            details: { mode },
          },
          { expanded: true, isPartial: false },
          namedTheme,
          renderContext({ expanded: true }),
        )
        .render(80);
    expect(draw("discovery")[1]).toContain("<dim>   │ </>the <accent>*retry*</> budget");
    expect(draw("read")[1]).toContain("<dim>   │ </>the «retry» budget");
    expect(draw("read")[0]).toContain("*1. session s message m user, 2026*");
  });

  test("is the same array as long as nothing changes", () => {
    const drawing = sessionSearchRenderer.renderResult(
      { content: [{ type: "text", text: lines }], details: {} },
      { expanded: false, isPartial: false },
      plainTheme,
      renderContext(),
    );
    const rows = drawing.render(80);
    expect(drawing.render(80)).toBe(rows);
    drawing.invalidate();
    expect(drawing.render(80)).toEqual(rows);
    expect(drawing.render(20)).not.toBe(rows);
  });
});

describe("every row fits, and nothing in it commands a terminal", () => {
  const text = fc.oneof(hostileText, anyRecallAnswer.map(writeRecallAnswer));
  const details = fc.oneof(anyRecallAnswer.map(recallDetails), fc.jsonValue(), fc.constant(undefined));
  const anything = fc.oneof(hostileText, fc.jsonValue(), fc.constant(undefined));
  const names = ["query", "sessionId", "aroundMessageId", "operation", "scope", "time", "limit", "window", "branchTip"];
  const args = fc.oneof(anything, fc.dictionary(fc.constantFrom(...names), anything));
  const width = fc.integer({ min: 1, max: 200 });
  const flags = fc.record({ expanded: fc.boolean(), isPartial: fc.boolean(), isError: fc.boolean() });

  function expectToFit(rows: readonly string[], columns: number): void {
    for (const row of rows) {
      const cells = Math.max(stringWidth(row), visibleWidth(row));
      if (cells > columns) expect(cells, JSON.stringify(row.slice(0, 300))).toBeLessThanOrEqual(columns);
      const plain = stripVTControlCharacters(row);
      if (/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u.test(plain)) expect.unreachable(JSON.stringify(row));
    }
  }

  test.prop([args, width, flags])("of a call", (given, columns, { expanded }) => {
    const context = renderContext({ args: given, expanded });
    expectToFit(sessionSearchRenderer.renderCall(given, colourTheme, context).render(columns), columns);
  });

  test.prop([text, details, width, flags])("of a result", (shown, held, columns, { expanded, isPartial, isError }) => {
    const context = renderContext({ expanded, isError });
    const given = { content: [{ type: "text", text: shown }], details: held };
    const drawing = sessionSearchRenderer.renderResult(given, { expanded, isPartial }, colourTheme, context);
    const rows = drawing.render(columns);
    expectToFit(rows, columns);
    if (!expanded) expect(rows.length).toBeLessThanOrEqual(6);
  });
});
