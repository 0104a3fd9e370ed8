import { expect, test } from "vitest";
import type { HistoryAccess } from "../../../../src/adapters/pi/history-access.ts";
import { createEventTools } from "../../../../src/adapters/pi/tools/event-tools.ts";

const tools = createEventTools({} as HistoryAccess);

test("the three tools cost at most 3,000 bytes of the prompt", () => {
  // As Pi 1.6 declares a tool (`toToolDeclaration`) and lists it under `<tools>` and `<rules>`; output schemas are not sent.
  const lines = tools.flatMap(({ name, description, parameters, promptSnippet, promptGuidelines = [] }) => [
    JSON.stringify({ name, description, parameters }),
    `- ${name}: ${promptSnippet}`,
    ...promptGuidelines.map((rule) => `- ${rule}`),
  ]);
  expect(Buffer.byteLength(lines.join("\n"))).toBeLessThanOrEqual(3_000);
});

test("every tool is listed and the order of use is taught", () => {
  for (const tool of tools) expect(tool.promptSnippet).toMatch(/^\S.*\S$/);
  expect(tools.flatMap(({ promptGuidelines = [] }) => promptGuidelines).join(" ")).toMatch(
    /event_search.*event_read.*event_trace/,
  );
});
