import { expect, test } from "vitest";
import type { HistoryAccess } from "../../../../src/adapters/pi/history-access.ts";
import { createSessionSearchTool } from "../../../../src/adapters/pi/recall/session-search.ts";

const tool = createSessionSearchTool({} as HistoryAccess, () => []);

test("session_search costs less than 2,200 bytes of the prompt", () => {
  // As Pi 1.6 declares a tool (`toToolDeclaration`) and lists it under `<tools>` and `<rules>`; output schemas are not sent.
  const { name, description, parameters, promptSnippet, promptGuidelines = [] } = tool;
  const lines = [
    JSON.stringify({ name, description, parameters }),
    `- ${name}: ${promptSnippet}`,
    ...promptGuidelines.map((rule) => `- ${rule}`),
  ];
  expect(Buffer.byteLength(lines.join("\n"))).toBeLessThan(2_200);
});

test("every mode and the way from one to the next is taught", () => {
  expect(tool.description).toMatch(
    /browse.*query: discover.*sessionId: read.*aroundMessageId: scroll.*operation: prepare/s,
  );
  expect(tool.promptGuidelines?.join(" ")).toMatch(/session_search.*scroll with sessionId and aroundMessageId/);
});
