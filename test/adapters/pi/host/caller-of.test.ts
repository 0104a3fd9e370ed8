import { SessionManager } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { callerOf } from "../../../../src/adapters/pi/host/caller-of.ts";
import { piAssistant, piToolResult, piUser } from "../../../support/pi-messages.ts";
import { aContext } from "./a-context.ts";

const call = (id: string, name = "event_search") => ({ type: "toolCall" as const, id, name, arguments: {} });

function aSession() {
  const session = SessionManager.inMemory("/home/ada/shop", { id: "own" });
  const { context } = aContext(session);
  return { session, invokedBy: (toolCallId?: string) => callerOf(context, toolCallId).session?.invokedBy, context };
}

describe("callerOf", () => {
  test("names the session, its live leaf and the folder; a person's command cuts nothing off", () => {
    const { session, context } = aSession();
    expect(callerOf(context)).toEqual({ cwd: "/home/ada/shop", session: { sessionId: "own", leafId: null } });
    const first = session.appendMessage(piUser("one", 0));
    session.appendMessage(piUser("two", 0));
    session.branch(first);
    expect(callerOf(context)).toEqual({ cwd: "/home/ada/shop", session: { sessionId: "own", leafId: first } });
  });

  test("the entry that holds the call, for parallel siblings the same one", () => {
    const { session, invokedBy } = aSession();
    session.appendMessage(piUser("go", 0));
    const assistant = session.appendMessage(piAssistant([call("a"), call("b")], 0));
    expect([invokedBy("a"), invokedBy("b")]).toEqual([assistant, assistant]);
    // A result and a label that came meanwhile change nothing.
    session.appendMessage(piToolResult("a", "event_search", "none", 0));
    session.appendLabelChange(assistant, "here");
    expect(invokedBy("b")).toBe(assistant);
  });

  test("a nested call counts as the outermost one, whatever slashes its id has", () => {
    const { session, invokedBy } = aSession();
    const assistant = session.appendMessage(piAssistant([call("tool/7:x", "codemode")], 0));
    // While the script runs the leaf may move on.
    session.appendLabelChange(assistant, "here");
    expect([invokedBy("tool/7:x/1"), invokedBy("tool/7:x/12/3")]).toEqual([assistant, assistant]);
    const exact = session.appendMessage(piAssistant([call("tool/7")], 0));
    expect(invokedBy("tool/7")).toBe(exact);
  });

  test("the nearest one on the branch, where a provider uses an id again", () => {
    const { session, invokedBy } = aSession();
    const first = session.appendMessage(piAssistant([call("call_0")], 0));
    const second = session.appendMessage(piAssistant([call("call_0")], 0));
    expect(invokedBy("call_0")).toBe(second);
    session.branch(first);
    expect(invokedBy("call_0")).toBe(first);
  });

  test("an unknown call is cut off at the leaf, and before any entry not at all", () => {
    const { session, invokedBy } = aSession();
    expect(invokedBy("strange")).toBeUndefined();
    session.appendMessage(piAssistant([call("a")], 0));
    const leaf = session.appendMessage(piUser("go", 0));
    expect(invokedBy("strange")).toBe(leaf);
  });

  test("a walk that goes round ends", () => {
    const { context } = aSession();
    const entries = { a: "b", b: "a" } as const;
    const sessionManager = {
      getLeafId: () => "a",
      getSessionId: () => "own",
      getEntry: (id: "a" | "b") => ({ type: "custom", id, parentId: entries[id] }),
    };
    const round = { ...context, sessionManager } as unknown as typeof context;
    expect(callerOf(round, "strange").session?.invokedBy).toBe("a");
  });
});
