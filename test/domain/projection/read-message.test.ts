import { describe, expect, test } from "vitest";
import { project, projectMessage } from "./project.ts";

const textsOf = (event: { fragments: readonly { text: string }[] }) => event.fragments.map(({ text }) => text);

describe("user message", () => {
  test("a string is one fragment", () => {
    expect(projectMessage({ role: "user", content: "hello\n" })).toMatchObject({
      role: "user",
      knownRole: "user",
      contribution: "message",
      isError: false,
      fragments: [{ ordinal: 0, kind: "user.text", text: "hello\n" }],
    });
  });

  test("every text block is one fragment, empty ones included, and is never rewritten", () => {
    const content = [
      { type: "text", text: "" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "text", text: "data:image/png;base64,AAAA \ud83d", textSignature: "SIGPAYLOAD" },
    ];
    expect(projectMessage({ role: "user", content }).fragments).toEqual([
      { ordinal: 0, kind: "user.text", text: "" },
      { ordinal: 1, kind: "user.text", text: "data:image/png;base64,AAAA \ud83d" },
    ]);
  });

  test.each([undefined, null, [], {}, 5, true, [null, 5, "bare", [], {}]])("content %j has no text", (content) => {
    expect(projectMessage({ role: "user", content })).toMatchObject({ contribution: "message", fragments: [] });
  });

  test.each([undefined, null, []])("content %j is nothing to leave out either", (content) => {
    expect(projectMessage({ role: "user", content }).omissions).toEqual([]);
  });

  test("a text block whose text is no string is counted, not read", () => {
    const content = [{ type: "text", text: {} }, { type: "text" }, { type: "text", text: "good" }];
    const event = projectMessage({ role: "user", content });
    expect(textsOf(event)).toEqual(["good"]);
    expect(event.omissions.map(({ kind }) => kind)).toEqual(["text", "text"]);
  });
});

describe("assistant message", () => {
  test("texts, calls and the error come in the file's order; thinking only as a receipt", () => {
    const event = projectMessage({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "inner thöught", thinkingSignature: "SIGPAYLOAD" },
        { type: "text", text: "visible" },
        {
          type: "toolCall",
          id: "k",
          name: "bash",
          arguments: { command: "ls" },
          thoughtSignature: "SIGPAYLOAD",
          partialJson: "PART",
        },
        { type: "thinking", thinking: "", redacted: true, thinkingSignature: "SIGPAYLOAD" },
        { type: "text", text: "more" },
      ],
      stopReason: "error",
      errorMessage: "overloaded",
    });
    expect(event.fragments).toEqual([
      { ordinal: 0, kind: "assistant.text", text: "visible" },
      { ordinal: 1, kind: "tool.call", text: "bash\ncommand: ls", toolName: "bash" },
      { ordinal: 2, kind: "assistant.text", text: "more" },
      { ordinal: 3, kind: "assistant.error", text: "overloaded", isError: true },
    ]);
    expect(event.omissions).toEqual([
      { kind: "thinking", bytes: 14 },
      { kind: "thinking", bytes: 0 },
    ]);
    expect(JSON.stringify(event)).not.toMatch(/inner|SIGPAYLOAD|PART/);
  });

  test("a string is visible text", () => {
    expect(textsOf(projectMessage({ role: "assistant", content: "plain" }))).toEqual(["plain"]);
  });

  test.each([
    [{ stopReason: "stop" }, false],
    [{ stopReason: "error" }, true],
    [{ stopReason: "aborted" }, true],
    [{ stopReason: "toolUse", errorMessage: "late" }, true],
    [{ errorMessage: "" }, false],
    [{ errorMessage: { message: "x" } }, false],
  ])("%j is an error: %s", (rest, isError) => {
    expect(projectMessage({ role: "assistant", content: [], ...rest }).isError).toBe(isError);
  });

  test("only an error is still found", () => {
    expect(textsOf(projectMessage({ role: "assistant", content: [], errorMessage: "Request was aborted." }))).toEqual([
      "Request was aborted.",
    ]);
  });
});

describe("bash execution", () => {
  const bash = { role: "bashExecution", command: "make test", output: "", exitCode: 0, cancelled: false };

  test("command and output are two fragments", () => {
    expect(projectMessage(bash)).toMatchObject({
      contribution: "message",
      isError: false,
      fragments: [
        { ordinal: 0, kind: "bash.command", text: "make test", toolName: "bash" },
        { ordinal: 1, kind: "bash.output", text: "", toolName: "bash" },
      ],
    });
  });

  test.each([
    [{ exitCode: 2 }, true],
    [{ cancelled: true }, true],
    [{ exitCode: undefined }, false],
    [{ exitCode: null }, false],
    [{ exitCode: "1" }, false],
  ])("%j failed: %s", (rest, isError) => {
    const event = projectMessage({ ...bash, ...rest });
    expect(event.isError).toBe(isError);
    expect(event.fragments.map((fragment) => fragment.isError ?? false)).toEqual([isError, isError]);
  });

  test("!! keeps it out of the context", () => {
    expect(projectMessage({ ...bash, excludeFromContext: true }).contribution).toBe("excluded");
  });

  test("missing texts are no fragments", () => {
    expect(projectMessage({ role: "bashExecution", command: 5, output: null }).fragments).toEqual([]);
  });
});

describe("other roles", () => {
  test("a system message has no text", () => {
    const message = {
      role: "system",
      content: "PROMPT",
      sections: { tools: "PROMPT" },
      toolsAdded: [{ name: "PROMPT" }],
    };
    const event = projectMessage(message);
    expect(event).toMatchObject({
      role: "system",
      knownRole: "system",
      contribution: "system",
      fragments: [],
      omissions: [],
    });
    expect(JSON.stringify(event)).not.toContain("PROMPT");
  });

  test.each(["narrator", "constructor", "__proto__", "branchSummary"])("role %j is kept without text", (role) => {
    const event = projectMessage({ role, content: "weirdrole" });
    expect(event).toMatchObject({ role, contribution: "message", fragments: [] });
    expect(event).not.toHaveProperty("knownRole");
  });

  test.each([undefined, null, 5])("role %j is none", (role) => {
    expect(projectMessage({ role, content: "x" })).not.toHaveProperty("role");
  });

  test.each([undefined, null, 5, "text", []])("message %j says nothing", (message) => {
    expect(projectMessage(message)).toMatchObject({ contribution: "unreadable", fragments: [], entryId: "e1" });
  });

  test.each([1, 2])("hookMessage is custom in version %d", (version) => {
    const event = projectMessage({ role: "hookMessage", customType: "hook", content: "text" }, version);
    expect(event).toMatchObject({ role: "hookMessage", knownRole: "custom", contribution: "message" });
    expect(textsOf(event)).toEqual(["text\nhook"]);
  });

  test("hookMessage is unknown in version 3", () => {
    expect(projectMessage({ role: "hookMessage", customType: "hook", content: "text" }).fragments).toEqual([]);
  });
});

describe("custom message", () => {
  test.each([
    [{ content: "text", customType: "my-extension" }, ["text\nmy-extension"]],
    [
      {
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "" },
        ],
        customType: "x",
      },
      ["a\nx", "x"],
    ],
    [{ content: "text" }, ["text"]],
    [{ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }], customType: "x" }, ["x"]],
    [{ customType: "x" }, ["x"]],
    [{ customType: 5, content: null }, []],
  ])("%j, as entry and as message", (source, texts) => {
    const entry = project({ type: "custom_message", id: "a", details: "DETAIL", display: false, ...source });
    expect(entry).toMatchObject({ knownRole: "custom", role: "custom", contribution: "message" });
    expect(textsOf(entry)).toEqual(texts);
    const message = projectMessage({ role: "custom", ...source });
    expect(message.fragments).toEqual(entry.fragments);
    expect(JSON.stringify(entry)).not.toContain("DETAIL");
  });
});
