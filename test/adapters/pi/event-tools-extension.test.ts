import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { createEventToolsExtension } from "../../../src/adapters/pi/event-tools-extension.ts";
import type { OpenHistory } from "../../../src/adapters/pi/host/startable-history.ts";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { aContext } from "./host/a-context.ts";
import { aStartableHistory } from "./host/a-startable-history.ts";

type Handler = (event: object, context: object) => unknown;

/** As much of Pi as the extension's factory gets. What a test does not reach ends with `quit`. */
function aPi(names: readonly string[] = []) {
  const handlers = new Map<string, Handler>();
  const registered: string[] = [];
  const commands: string[] = [];
  const pi = {
    on: (event: string, handler: Handler) => void handlers.set(event, handler),
    registerTool: ({ name }: { name: string }) => void registered.push(name),
    registerCommand: (name: string) => void commands.push(name),
    getAllTools: () => names.map((name) => ({ name })),
  } as unknown as ExtensionAPI;
  const heard = aContext();
  const emit = async (event: string, fields: object = {}) =>
    handlers.get(event)?.({ type: event, ...fields }, heard.context);
  return { pi, registered, commands, emit, ...heard };
}

const TOOLS = ["event_search", "event_read", "event_trace"];
const current = { node: "24.0.0" };
const extension = (openHistory: OpenHistory, versions = current) =>
  createEventToolsExtension({ openHistory, version: () => "1.2.3", versions });

describe("the event tools extension", () => {
  test("registers nothing but its command before the session starts, then every tool, and opens one history", async () => {
    const history = aStartableHistory();
    const { pi, registered, commands, emit, notified } = aPi();
    extension(() => history)(pi);
    expect([registered, commands, history.life]).toEqual([[], ["event-recall"], []]);
    await emit("session_start", { reason: "startup" });
    await emit("session_start", { reason: "startup" });
    expect([registered, history.life, notified]).toEqual([TOOLS, ["started"], []]);
    await emit("session_shutdown", { reason: "quit" });
    expect(history.life).toEqual(["started", "closed"]);
  });

  test("leaves taken names to those who have them", async () => {
    const { pi, registered, emit, notified } = aPi(["read", "event_search", "event_trace"]);
    extension(() => aStartableHistory())(pi);
    await emit("session_start");
    expect(registered).toEqual(["event_read"]);
    expect(notified).toEqual([
      "Another extension already has tools named event_search, event_trace: pi-event-recall leaves it to that one.",
    ]);
    await emit("session_shutdown", { reason: "quit" });
  });

  test("starts nothing once it is over: a signal may end Pi before the session has started", async () => {
    const history = aStartableHistory();
    const { pi, registered, emit } = aPi();
    extension(() => history)(pi);
    await emit("session_shutdown", { reason: "quit" });
    await emit("session_start");
    await emit("turn_end");
    expect([registered, history.life]).toEqual([[], []]);
  });

  test("says what it needs where it cannot run, and opens nothing", async () => {
    const { pi, registered, emit, notified } = aPi();
    let opened = 0;
    extension(
      () => {
        opened++;
        return aStartableHistory();
      },
      { node: "20.20.2" },
    )(pi);
    await emit("session_start");
    await emit("agent_settled");
    await emit("session_shutdown", { reason: "quit" });
    expect([registered, opened]).toEqual([[], 0]);
    expect(notified).toEqual([expect.stringContaining("needs Node.js 22.19")]);
  });

  test("a history that cannot be opened at all is told, never thrown", async () => {
    const { pi, emit, notified } = aPi();
    extension(() => {
      throw new Error("/home/ada/secret");
    })(pi);
    await expect(emit("session_start")).resolves.toBeUndefined();
    await emit("turn_end");
    await emit("session_shutdown", { reason: "quit" });
    expect(notified).toEqual(["The tools of pi-event-recall could not be started."]);
  });

  test("tells the person what opening had to say, and which setting is wrong, but not that it was too late", async () => {
    const { pi, emit, notified } = aPi();
    extension(() => aStartableHistory({ notices: () => Promise.resolve(["An index in memory stands in."]) }))(pi);
    await emit("session_start");
    await emit("session_shutdown", { reason: "quit" });
    for (const [code, message] of [
      ["InvalidConfiguration", "`engine` must be fts5 or memory."],
      ["Cancelled", "The history was closed before it answered."],
    ] as const) {
      const failing = aPi();
      extension(() => aStartableHistory({ notices: () => Promise.reject(new RecallError(code, message)) }))(failing.pi);
      await failing.emit("session_start");
      await failing.emit("session_shutdown", { reason: "quit" });
      notified.push(...failing.notified);
    }
    expect(notified).toEqual([
      "pi-event-recall: An index in memory stands in.",
      "pi-event-recall: `engine` must be fts5 or memory.",
    ]);
  });

  test("brings the index up to date when a session starts, after a turn and when all is settled", async () => {
    const asked: (string | undefined)[] = [];
    const { pi, emit, context } = aPi();
    const sync = ((caller) => {
      asked.push(caller.session?.sessionId);
      return new Promise(() => undefined);
    }) as ReturnType<OpenHistory>["sync"];
    extension(() => aStartableHistory({ sync }))(pi);
    await emit("session_start");
    await emit("turn_end");
    await emit("agent_settled");
    // The first is still running: the others wait as one.
    expect(asked).toEqual([context.sessionManager.getSessionId()]);
    await emit("session_shutdown", { reason: "quit" });
  });
});
