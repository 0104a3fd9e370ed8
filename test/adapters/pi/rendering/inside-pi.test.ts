import { initTheme, ToolExecutionComponent, type ToolDefinition } from "@earendil-works/pi-coding-agent";
import { visibleWidth } from "@earendil-works/pi-tui";
import { fc, test } from "@fast-check/vitest";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { eventToolRenderers } from "../../../../src/adapters/pi/rendering/event-tool-rendering.ts";
import { writeSearchAnswer } from "../../../../src/adapters/pi/texts/write-search-answer.ts";
import { searchDetails } from "../../../../src/adapters/pi/tools/tool-details.ts";
import { anySearchAnswer } from "../texts/any-answer.ts";
import { catchingUp, hit, searchAnswer } from "./answers.ts";
import { hostileText } from "./hostile-text.ts";

/** Narrower than this, the padding of Pi's own box alone is too wide. */
const NARROWEST = 3;

/** The row of a tool in Pi's transcript, drawn by Pi itself. */
function toolRow(query: string): ToolExecutionComponent {
  const definition: Pick<ToolDefinition, "name" | "renderCall" | "renderResult"> = {
    name: "event_search",
    ...eventToolRenderers.event_search,
  };
  const screen = { requestRender: () => undefined } as unknown as ConstructorParameters<
    typeof ToolExecutionComponent
  >[5];
  return new ToolExecutionComponent(
    "event_search",
    "call-1",
    { query, kinds: ["tool.result"] },
    {},
    definition as ToolDefinition,
    screen,
    "/home/ada/payments",
  );
}

const shown = (row: ToolExecutionComponent, width: number): string[] =>
  row
    .render(width)
    .map((line) => stripVTControlCharacters(line).trim())
    .filter(Boolean);

beforeAll(() => initTheme("dark"));

describe("a tool row inside Pi", () => {
  it("goes from call to progress to result, and opens", () => {
    const row = toolRow("retry budget");
    expect(shown(row, 80)).toEqual(['event_search "retry budget" · kind tool.result']);
    row.updateResult({ content: [{ type: "text", text: "history: indexing 45%" }], details: {}, isError: false }, true);
    expect(shown(row, 80)[1]).toBe("history: indexing 45%");
    const answer = searchAnswer({ hits: [hit(), hit({ snippet: "数据库 retry" })], coverage: catchingUp });
    const content = [{ type: "text", text: writeSearchAnswer(answer, "retry budget") }];
    row.updateResult({ content, details: searchDetails(answer), isError: false });
    expect(shown(row, 80)[1]).toMatch(/^2 hits · index catching up \(120 of 5,000 sessions\)/);
    row.setExpanded(true);
    expect(shown(row, 80)).toContain("│ 数据库 retry");
    row.updateResult({ content: [{ type: "text", text: "Not found in this workspace." }], details: {}, isError: true });
    expect(shown(row, 80)[1]).toBe("Not found in this workspace.");
  });

  it("keeps the background of Pi's box whole", () => {
    const row = toolRow("retry budget");
    const answer = searchAnswer();
    const content = [{ type: "text", text: writeSearchAnswer(answer, "retry budget") }];
    row.updateResult({ content, details: searchDetails(answer), isError: false });
    row.setExpanded(true);
    for (const line of row.render(60).filter(Boolean)) {
      expect(line.indexOf("\u001b[49m")).toBe(line.lastIndexOf("\u001b[49m"));
      expect(line).not.toContain("\u001b[0m");
    }
  });

  test.prop([anySearchAnswer, hostileText, fc.integer({ min: NARROWEST, max: 200 }), fc.boolean()])(
    "is never wider than the terminal",
    (answer, query, width, isExpanded) => {
      const row = toolRow(query);
      const content = [{ type: "text", text: writeSearchAnswer(answer, query) }];
      row.updateResult({ content, details: searchDetails(answer), isError: false });
      row.setExpanded(isExpanded);
      for (const line of row.render(width)) {
        if (visibleWidth(line) > width) expect.unreachable(`${visibleWidth(line)} > ${width}: ${JSON.stringify(line)}`);
      }
    },
  );
});
