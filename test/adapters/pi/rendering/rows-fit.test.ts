import { visibleWidth } from "@earendil-works/pi-tui";
import { fc, test } from "@fast-check/vitest";
import stringWidth from "string-width";
import { stripVTControlCharacters } from "node:util";
import { describe, expect } from "vitest";
import { eventToolRenderers } from "../../../../src/adapters/pi/rendering/event-tool-rendering.ts";
import { writeReadAnswer } from "../../../../src/adapters/pi/texts/write-read-answer.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { writeTraceAnswer } from "../../../../src/adapters/pi/texts/write-trace-answer.ts";
import { anyRead, anySearchAnswer, anyTrace } from "../texts/any-answer.ts";
import { hostileText } from "./hostile-text.ts";
import { colourTheme, renderContext } from "./render-context.ts";

const tool = fc.constantFrom("event_search" as const, "event_read" as const, "event_trace" as const);
const width = fc.integer({ min: 1, max: 200 });
const flags = fc.record({
  expanded: fc.boolean(),
  isPartial: fc.boolean(),
  isError: fc.boolean(),
  argsComplete: fc.boolean(),
});
/** Anything a session file of any version may hold. */
const anything = fc.oneof(hostileText, fc.jsonValue(), fc.constant(undefined));
const args = fc.oneof(
  anything,
  fc.dictionary(
    fc.constantFrom("query", "sessionId", "entryId", "cwd", "kinds", "time", "offset", "toolNames", "depth"),
    fc.oneof(anything, fc.array(hostileText), fc.record({ from: anything, to: anything })),
  ),
);
const details = fc.oneof(
  anything,
  fc.record(
    {
      tool,
      hits: fc.oneof(fc.nat(), anything),
      events: fc.oneof(fc.nat(), anything),
      fragments: fc.oneof(fc.record({ returned: fc.nat(), total: fc.nat() }), anything),
      before: fc.oneof(fc.nat(), anything),
      after: fc.oneof(fc.nat(), anything),
      totals: fc.oneof(fc.record({ children: fc.nat(), branchSiblings: fc.nat(), related: fc.nat() }), anything),
      coverage: fc.oneof(fc.constantFrom("ready", "catching-up", "partial", "error"), anything),
    },
    { requiredKeys: [] },
  ),
);
const answerText = fc.oneof(
  hostileText,
  anySearchAnswer.map((answer) => writeSearchAnswer(answer, "retry 数")),
  anyRead.map((read) => writeReadAnswer(read, { isWindow: false })),
  anyTrace.map(writeTraceAnswer),
);
const result = fc.oneof(
  { weight: 1, arbitrary: anything },
  { weight: 5, arbitrary: fc.record({ content: answerText.map((text) => [{ type: "text", text }]), details }) },
  { weight: 1, arbitrary: fc.record({ content: anything, details }) },
  {
    weight: 1,
    arbitrary: fc.record({
      content: fc.array(fc.oneof(anything, fc.record({ type: anything, text: anything }))),
      details,
    }),
  },
);

function expectToFit(rows: readonly string[], columns: number): void {
  for (const row of rows) {
    const cells = Math.max(stringWidth(row), visibleWidth(row));
    if (cells > columns) expect(cells, JSON.stringify(row.slice(0, 300))).toBeLessThanOrEqual(columns);
    const text = stripVTControlCharacters(row);
    if (/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u.test(text)) expect.unreachable(JSON.stringify(row));
  }
}

describe("every row fits, and nothing in it commands a terminal", () => {
  test.prop([tool, args, width, flags])("of a call", (name, given, columns, { expanded, argsComplete }) => {
    const context = renderContext({ args: given, expanded, argsComplete });
    expectToFit(eventToolRenderers[name].renderCall(given, colourTheme, context).render(columns), columns);
  });

  test.prop([tool, result, args, width, flags], { numRuns: 300 })(
    "of a result",
    (name, given, callArgs, columns, { expanded, isPartial, isError }) => {
      const context = renderContext({ args: callArgs, expanded, isError });
      const drawing = eventToolRenderers[name].renderResult(given, { expanded, isPartial }, colourTheme, context);
      expectToFit(drawing.render(columns), columns);
    },
  );
});
