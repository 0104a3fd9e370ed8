import type { ExtensionAPI, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { createEventToolsExtension } from "../../../src/adapters/pi/event-tools-extension.ts";
import type { OpenHistory } from "../../../src/adapters/pi/host/startable-history.ts";
import { createSessionRecallExtension } from "../../../src/adapters/pi/session-recall-extension.ts";
import type { SyncOptions } from "../../../src/domain/use-cases/history.ts";
import { coverage } from "../worker/scripted-history.ts";
import { aContext } from "./host/a-context.ts";
import { aStartableHistory } from "./host/a-startable-history.ts";

type Handler = (event: object, context: object) => unknown;

/** As much of Pi as two extensions' factories get. What a test does not reach ends with `quit`. */
function aPi(names: readonly string[] = [], commands: readonly object[] = []) {
  const handlers: [event: string, handler: Handler][] = [];
  const registered: ToolDefinition[] = [];
  const pi = {
    on: (event: string, handler: Handler) => void handlers.push([event, handler]),
    registerTool: (tool: ToolDefinition) => void registered.push(tool),
    registerCommand: () => undefined,
    getAllTools: () => [...names.map((name) => ({ name })), ...registered],
    getCommands: () => commands,
  } as unknown as ExtensionAPI;
  const heard = aContext();
  const emit = async (event: string, fields: object = {}): Promise<void> => {
    for (const [name, handler] of handlers) {
      if (name === event) await handler({ type: event, ...fields }, heard.context);
    }
  };
  return { pi, registered, emit, names: () => registered.map(({ name }) => name), ...heard };
}

const current = { node: "24.0.0" };
const recall = (openHistory: OpenHistory, versions = current) =>
  createSessionRecallExtension({ openHistory, versions });
const events = (openHistory: OpenHistory, versions = current) =>
  createEventToolsExtension({ openHistory, version: () => "1.2.3", versions });

/** A history that notes what each of its syncs is for. */
function aSyncedHistory() {
  const syncs: SyncOptions["discovery"][] = [];
  const history = aStartableHistory({
    sync: (_caller, options) => {
      syncs.push(options?.discovery);
      return Promise.resolve(coverage);
    },
  });
  return { history, syncs };
}

describe("the session recall extension", () => {
  test("brings session_search when the session starts, and keeps the discovery index up to date", async () => {
    const { history, syncs } = aSyncedHistory();
    const { pi, names, emit, notified } = aPi();
    recall(() => history)(pi);
    expect([names(), history.life]).toEqual([[], []]);
    await emit("session_start");
    await new Promise(setImmediate);
    expect([names(), history.life, notified]).toEqual([["session_search"], ["started"], []]);
    expect(syncs).toEqual([undefined, "only"]);
    await emit("session_shutdown", { reason: "quit" });
    expect(history.life).toEqual(["started", "closed"]);
  });

  test("leaves a taken name to the one that has it", async () => {
    const { pi, names, emit, notified } = aPi(["session_search"]);
    recall(() => aStartableHistory())(pi);
    await emit("session_start");
    expect(names()).toEqual([]);
    expect(notified).toEqual([
      "Another extension already has a tool named session_search: pi-event-recall leaves it to that one.",
    ]);
    await emit("session_shutdown", { reason: "quit" });
  });

  test("shares one history with the event tools, in whichever order they are loaded", async () => {
    for (const order of [
      [events, recall],
      [recall, events],
    ]) {
      const { history } = aSyncedHistory();
      let opened = 0;
      const open: OpenHistory = () => {
        opened++;
        return history;
      };
      const { pi, names, emit } = aPi();
      for (const create of order) create(open)(pi);
      await emit("session_start");
      expect(opened).toBe(1);
      expect(names().toSorted()).toEqual(["event_read", "event_search", "event_trace", "session_search"]);
      await emit("session_shutdown", { reason: "quit" });
      expect(history.life).toEqual(["started", "closed"]);
    }
  });

  test("event tools alone leave the discovery index alone", async () => {
    const { history, syncs } = aSyncedHistory();
    const { pi, emit } = aPi();
    events(() => history)(pi);
    await emit("session_start");
    await emit("turn_end");
    await new Promise(setImmediate);
    expect(new Set(syncs)).toEqual(new Set([undefined]));
    await emit("session_shutdown", { reason: "quit" });
  });

  test("what stops both is told once in a session", async () => {
    const { pi, names, emit, notified } = aPi();
    const never: OpenHistory = () => aStartableHistory();
    events(never, { node: "20.20.2" })(pi);
    recall(never, { node: "20.20.2" })(pi);
    await emit("session_start");
    await emit("session_shutdown", { reason: "quit" });
    expect(names()).toEqual([]);
    expect(notified).toEqual([expect.stringContaining("needs Node.js 22.19")]);
  });

  test("hands in the skills that are in force when it is asked", async () => {
    const requests: unknown[] = [];
    const history = aStartableHistory({
      recallPrepare: (request) => {
        requests.push(request);
        return Promise.reject(new Error("Enough."));
      },
    });
    const commands: object[] = [];
    const { pi, registered, emit, context } = aPi([], commands);
    recall(() => history)(pi);
    await emit("session_start");
    commands.push({ name: "skill:release", source: "skill", sourceInfo: { path: "/w/release/SKILL.md" } });
    const parameters = { operation: "prepare-pattern-miner", scope: "repository" };
    const tool = registered[0];
    const toolContext = context as Parameters<NonNullable<typeof tool>["execute"]>[4];
    await tool?.execute("call-1", parameters, undefined, undefined, toolContext).catch(() => undefined);
    expect(requests).toEqual([{ scope: "repository", skills: [{ name: "release", path: "/w/release/SKILL.md" }] }]);
    await emit("session_shutdown", { reason: "quit" });
  });
});
