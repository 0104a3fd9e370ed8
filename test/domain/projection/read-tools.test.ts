import { describe, expect, test } from "vitest";
import { projectCall, projectMessage } from "./project.ts";

const textsOf = (event: { fragments: readonly { text: string }[] }) => event.fragments.map(({ text }) => text);
const call = (id: unknown, name: string) => ({ type: "toolCall", id, name, arguments: {} });

describe("tool call", () => {
  test("texts raw, everything else as JSON, one line each, in the file's order", () => {
    const callArguments = { path: "src/a.ts", limit: 5, edits: [{ oldText: "a" }], flag: null, text: "two\nlines" };
    expect(textsOf(projectCall("edit", callArguments))).toEqual([
      'edit\npath: src/a.ts\nlimit: 5\nedits: [{"oldText":"a"}]\nflag: null\ntext: two\nlines',
    ]);
  });

  test.each([
    [{}, "t"],
    [undefined, "t"],
    [null, "t"],
    ["raw text", "t\nraw text"],
    [["a", 1], 't\n["a",1]'],
    [7, "t\n7"],
    [JSON.parse('{"__proto__":{"x":1},"constructor":"c"}'), 't\n__proto__: {"x":1}\nconstructor: c'],
  ])("arguments %j", (callArguments, text) => {
    expect(textsOf(projectCall("t", callArguments))).toEqual([text]);
  });

  test("arguments that were no JSON object are found through Pi's argumentsError", () => {
    expect(textsOf(projectCall("t", {}, { argumentsError: "not JSON: {pat" }))).toEqual(["t\nnot JSON: {pat"]);
  });

  test("arguments nested deeper than the stack are found", () => {
    const deep = JSON.parse(`${'{"a":['.repeat(50_000)}"deepword"${"]}".repeat(50_000)}`);
    expect(textsOf(projectCall("t", { deep }))[0]).toContain('"deepword"');
  });

  test.each([undefined, null, "", 5, {}])("name %j is none", (name) => {
    const event = projectCall(name, { a: "b" });
    expect(event.fragments).toEqual([{ ordinal: 0, kind: "tool.call", text: "\na: b" }]);
    expect(event.links).toEqual([{ type: "tool-call", callId: "call_1" }]);
  });

  test("every call with an id is a link", () => {
    const content = [call("c1", "read"), call("c2", "grep"), call(undefined, "ls"), call("", "ls"), call(5, "ls")];
    expect(projectMessage({ role: "assistant", content }).links).toEqual([
      { type: "tool-call", callId: "c1", toolName: "read" },
      { type: "tool-call", callId: "c2", toolName: "grep" },
    ]);
  });
});

describe("tool result", () => {
  const result = { role: "toolResult", toolCallId: "c1", toolName: "read", content: [{ type: "text", text: "out" }] };

  test("text blocks carry the tool and its failure", () => {
    expect(projectMessage({ ...result, isError: true, details: { diff: "DETAIL" } })).toMatchObject({
      contribution: "message",
      isError: true,
      fragments: [{ ordinal: 0, kind: "tool.result", text: "out", toolName: "read", isError: true }],
      links: [{ type: "tool-result", callId: "c1", toolName: "read" }],
    });
    expect(JSON.stringify(projectMessage({ ...result, details: { diff: "DETAIL" } }))).not.toContain("DETAIL");
  });

  test.each([false, undefined, null, "true", 1])("isError %j is none", (isError) => {
    const event = projectMessage({ ...result, isError });
    expect(event.isError).toBe(false);
    expect(event.fragments).toEqual([{ ordinal: 0, kind: "tool.result", text: "out", toolName: "read" }]);
  });

  test("nested calls are named, their arguments and errors are not indexed", () => {
    const calls = [
      { id: "c1/1", name: "grep", arguments: { pattern: "NESTED" }, error: "NESTED" },
      null,
      { id: "c1/2" },
    ];
    const event = projectMessage({ ...result, nestedCalls: { calls, complete: true } });
    expect(event.nestedCalls).toEqual([{ id: "c1/1", name: "grep" }]);
    expect(JSON.stringify(event)).not.toContain("NESTED");
  });

  test.each([undefined, null, [], 5, { calls: {} }, { calls: [] }])("nestedCalls %j are none", (nestedCalls) => {
    expect(projectMessage({ ...result, nestedCalls })).not.toHaveProperty("nestedCalls");
  });
});
