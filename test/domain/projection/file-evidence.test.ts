import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/domain/model/event.ts";
import { projectCall, projectMessage } from "./project.ts";

const filesOf = (event: Event) => event.links.filter(({ type }) => type === "file-read" || type === "file-changed");
const call = (id: string, name: string) => ({ type: "toolCall", id, name, arguments: { path: "a" } });

describe("file evidence", () => {
  test.each([
    ["read", "file-read"],
    ["edit", "file-changed"],
    ["write", "file-changed"],
  ])("a call of %s is %s", (name, type) => {
    expect(filesOf(projectCall(name, { path: "src/a.ts" }))).toEqual([{ type, path: "src/a.ts" }]);
    expect(filesOf(projectCall(name, { file_path: "src/b.ts" }))).toEqual([{ type, path: "src/b.ts" }]);
  });

  test.each(["grep", "find", "ls", "bash", "custom_read"])("a call of %s is none", (name) => {
    expect(filesOf(projectCall(name, { path: "src" }))).toEqual([]);
  });

  test.each([{}, { path: "" }, { path: 5 }, { path: null }, null, "src/a.ts"])(
    "arguments %j name no file",
    (callArguments) => {
      expect(filesOf(projectCall("read", callArguments))).toEqual([]);
    },
  );

  test("nested calls count for the result that records them", () => {
    const calls = [
      { id: "c/1", name: "read", arguments: { path: "a" } },
      { id: "c/2", name: "write", arguments: { path: "b" } },
      { id: "c/3", name: "read" },
    ];
    const event = projectMessage({ role: "toolResult", toolName: "codemode", content: [], nestedCalls: { calls } });
    expect(filesOf(event)).toEqual([
      { type: "file-read", path: "a" },
      { type: "file-changed", path: "b" },
    ]);
  });

  test("a file that one message touches twice is one link of each kind", () => {
    const event = projectMessage({
      role: "assistant",
      content: [call("1", "read"), call("2", "read"), call("3", "edit")],
    });
    expect(filesOf(event)).toEqual([
      { type: "file-read", path: "a" },
      { type: "file-changed", path: "a" },
    ]);
    expect(event.links).toHaveLength(5);
  });
});
