import { describe, expect, test } from "vitest";
import { projectCall, projectMessage } from "./project.ts";

const OWN = ["event_search", "event_read", "event_trace", "session_search"];
const isOwn = (event: { fragments: readonly { isOwnCall?: boolean }[] }) =>
  event.fragments.map((fragment) => fragment.isOwnCall ?? false);
const result = (rest: Record<string, unknown>) =>
  projectMessage({ role: "toolResult", toolCallId: "c", content: [{ type: "text", text: "amberkey" }], ...rest });
const nested = (...calls: unknown[]) => isOwn(result({ toolName: "codemode", nestedCalls: { calls } }));
const bash = (command: string) => projectMessage({ role: "bashExecution", command, output: "amberkey", exitCode: 0 });

describe("own calls", () => {
  test.each(OWN)("calls and results of %s", (name) => {
    expect(isOwn(projectCall(name, { query: "amberkey" }))).toEqual([true]);
    expect(isOwn(result({ toolName: name }))).toEqual([true]);
  });

  test.each(["read", "event_searches", "grep", undefined])("not of %s", (name) => {
    expect(isOwn(projectCall(name, { query: "event_search" }))).toEqual([false]);
    expect(isOwn(result({ toolName: name }))).toEqual([false]);
  });

  test("only the call itself, not what stands beside it", () => {
    const content = [
      { type: "text", text: "let me search" },
      { type: "toolCall", id: "1", name: "event_search", arguments: {} },
      { type: "toolCall", id: "2", name: "read", arguments: {} },
    ];
    expect(isOwn(projectMessage({ role: "assistant", content }))).toEqual([false, true, false]);
  });

  test("a result whose nested calls name one", () => {
    expect(nested({ id: "c/1", name: "read" }, { name: "event_search" })).toEqual([true]);
    expect(nested({ id: "c/1", name: "bash", arguments: { command: "npx pi-event-recall search x" } })).toEqual([true]);
    expect(nested({ id: "c/1", name: "read", arguments: { path: "event_search" } }, null)).toEqual([false]);
  });

  test("a shell call that runs the command line says so for its result", () => {
    for (const name of ["bash", "powershell"]) {
      const event = projectCall(name, { command: "cd /repo && npx pi-event-recall search amberkey" });
      expect(isOwn(event)).toEqual([true]);
      expect(event.links).toEqual([{ type: "tool-call", callId: "call_1", toolName: name, runsOwnTool: true }]);
    }
  });

  test("a shell call that mentions it, or another tool's command, is none", () => {
    const mention = projectCall("bash", { command: "cd ~/pi-event-recall && ls" });
    expect(isOwn(mention)).toEqual([false]);
    expect(mention.links).toEqual([{ type: "tool-call", callId: "call_1", toolName: "bash" }]);
    expect(isOwn(projectCall("note", { command: "pi-event-recall search x" }))).toEqual([false]);
    expect(isOwn(projectCall("bash", { command: ["pi-event-recall"] }))).toEqual([false]);
  });

  test.each([
    ["const { hits } = await tools.event_search({ query: 'amberkey' });", true],
    ['await tools["event_read"]({ sessionId, entryId })', true],
    ["await Promise.all([tools . event_trace(target)])", true],
    ["// event_search would find amberkey\nawait tools.read({ path })", false],
    ["await tools.event_searches({ query: 'amberkey' })", false],
  ])("a script that calls one: %s", (code, expected) => {
    expect(isOwn(projectCall("codemode", { code }))).toEqual([expected]);
    expect(isOwn(projectCall("note", { code }))).toEqual([false]);
  });

  test("the user's own command, with its output", () => {
    expect(isOwn(bash("pi-event-recall search amberkey"))).toEqual([true, true]);
    expect(isOwn(bash("ls pi-event-recall"))).toEqual([false, false]);
  });
});
