import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPackage, buildPackage, withoutBinding, withoutSqlite } from "./support/built-package.ts";
import { withCrashingWorker } from "./support/crashing-worker.ts";
import { inWorld } from "./support/in-world.ts";
import { linesOf, type PiEvent, type PiWorld } from "./support/pi-world.ts";
import { RpcClient, textOf, toolEnds } from "./support/rpc-client.ts";
import { done, hitsOf, search } from "./support/search-steps.ts";

/** What goes wrong stays with the tools: Pi runs on, and print mode ends by itself. */

const OLD_NODE = new URL("support/old-node.cjs", import.meta.url).pathname;
const RIVAL = new URL("support/rival-extension.ts", import.meta.url).pathname;
vi.setConfig({ testTimeout: 180_000 });
let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
});
afterAll(() => built.remove());

/** A world with one session, and the user's entry in it. */
async function withOkapi<Result>(
  folder: BuiltPackage,
  act: (
    world: PiWorld,
    okapi: { readonly file: string; readonly sessionId: string; readonly entryId: string },
  ) => Promise<Result>,
): Promise<Result> {
  return inWorld(folder, async (world) => {
    expect(await world.print("An okapi came.", [done])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    const [file = ""] = world.sessionFiles();
    const lines = linesOf(file);
    const user = lines.find(({ message }) => JSON.stringify(message ?? null).includes('"role":"user"'));
    return act(world, { file, sessionId: lines[0]?.id ?? "", entryId: user?.id ?? "" });
  });
}

const notices = (events: readonly PiEvent[]): readonly unknown[] =>
  events.flatMap(({ type, method, message }) =>
    type === "extension_ui_request" && method === "notify" ? [message] : [],
  );

describe("Pi survives", () => {
  test("a worker that is killed in the middle of an answer: the next call has a fresh one", async () => {
    const crashing = withCrashingWorker(built);
    try {
      await withOkapi(crashing, async (world, { entryId }) => {
        const env = { CRASH_FILE: join(world.folder, "crash") };
        const pi = RpcClient.start(world, [search("okapi"), done, search("okapi"), done], { env });
        await pi.session();
        writeFileSync(env.CRASH_FILE, '"search"');
        const [killed] = await pi.toolsOf("Go.");
        expect(killed).toMatchObject({ isError: true });
        expect(textOf(killed)).toBe("The history worker stopped before it answered: ask again.");
        expect(hitsOf(textOf((await pi.toolsOf("Again."))[0]))).toEqual([entryId]);
        expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });

        writeFileSync(env.CRASH_FILE, '"sync"');
        const printed = await world.print("Go.", [search("okapi"), { echo: true }], { env });
        expect(printed).toMatchObject({ exitCode: 0, stderr: "" });
        expect(printed.stdout).toContain(entryId);
      });
    } finally {
      crashing.remove();
    }
  });

  test.each([
    ["library", withoutSqlite],
    ["binding", withoutBinding],
  ])(
    "a missing native module (%s): an index in memory answers, and the person hears of it",
    async (_what, takeAway) => {
      const broken = await buildPackage();
      try {
        takeAway(broken);
        await withOkapi(broken, async (world, { entryId }) => {
          const pi = RpcClient.start(world, [search("okapi"), done]);
          expect(hitsOf(textOf((await pi.toolsOf("Go."))[0]))).toEqual([entryId]);
          expect(notices(pi.events)).toHaveLength(1);
          expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });

          const printed = await world.print("Go.", [search("okapi"), { echo: true }]);
          expect(printed).toMatchObject({ exitCode: 0 });
          expect(printed.stdout).toContain(entryId);
          expect(printed.stdout).not.toContain(broken.folder);
          expect(printed.stderr).toMatch(/^pi-event-recall: The SQLite library cannot be loaded here.*\n$/u);
        });
      } finally {
        broken.remove();
      }
    },
  );

  test("a place where no index can be written", async () =>
    withOkapi(built, async (world, { entryId }) => {
      rmSync(world.indexFolder, { recursive: true, force: true });
      // What root may do to a read-only folder it may not do to a file.
      writeFileSync(world.indexFolder, "");
      const printed = await world.print("Go.", [search("okapi"), { echo: true }]);
      expect(printed).toMatchObject({ exitCode: 0 });
      expect(printed.stdout).toContain(entryId);
      expect(printed.stdout).not.toContain(world.indexFolder);
      expect(printed.stderr).toMatch(/^pi-event-recall: .+ an index in memory stands in.*\n$/u);
    }));

  test("settings that cannot be used: the person hears which", async () =>
    inWorld(built, async (world) => {
      writeFileSync(join(world.agentDir, "event-recall.json"), JSON.stringify({ engine: "fast" }));
      const printed = await world.print("Go.", [search("okapi"), { echo: true }]);
      expect(printed).toMatchObject({ exitCode: 0 });
      expect(printed.stderr).toMatch(/^pi-event-recall: .*`engine` in event-recall\.json.*\n$/u);
      expect(printed.stdout).toMatch(/^RESULT<.+>\n$/u);
      expect(printed.stdout).not.toContain(world.agentDir);
    }));

  test("a session that is deleted between search and read", async () =>
    withOkapi(built, async (world, { file, sessionId, entryId }) => {
      const read = { name: "event_read", arguments: { sessionId, entryId } };
      const pi = RpcClient.start(world, [search("okapi"), done, { calls: [read] }, done]);
      expect(hitsOf(textOf((await pi.toolsOf("Go."))[0]))).toEqual([entryId]);
      rmSync(file);
      const [answer] = await pi.toolsOf("Read it.");
      expect(answer).toMatchObject({ isError: true });
      expect(textOf(answer)).toBe("Not found in this workspace.");
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
    }));

  test("an older Node.js: one clear message, and no tool", async () =>
    withOkapi(built, async (world) => {
      const env = { NODE_OPTIONS: `--require=${OLD_NODE}` };
      const refusal = /^pi-event-recall needs Node\.js 22\.19 or later and this is Node\.js 22\.12\.0: .+$/u;
      const printed = await world.print("Go.", [search("okapi"), { echo: true }], { env });
      expect(printed).toMatchObject({ exitCode: 0, stdout: "RESULT<Tool event_search not found>\n" });
      expect(printed.stderr.trim()).toMatch(refusal);

      const pi = RpcClient.start(world, [done], { env });
      await pi.prompt("Go.");
      expect(notices(pi.events)).toEqual([expect.stringMatching(refusal)]);
      await pi.prompt("/event-recall status");
      expect(notices(pi.events).slice(1)).toEqual(["The history is not running in this session."]);
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
    }));

  test("another extension that already has a tool of that name", async () =>
    withOkapi(built, async (world, { sessionId, entryId }) => {
      const read = { name: "event_read", arguments: { sessionId, entryId } };
      const steps = [search("okapi"), { calls: [read] }, done];
      const clash = "Another extension already has a tool named event_search: pi-event-recall leaves it to that one.";
      const printed = await world.json("Go.", steps, { extensions: [RIVAL] });
      expect(printed).toMatchObject({ exitCode: 0, stderr: `${clash}\n` });
      expect(toolEnds(printed.events).map(textOf)).toEqual([
        "the rival answers",
        expect.stringContaining("An okapi came."),
      ]);

      const pi = RpcClient.start(world, [], { extensions: [RIVAL] });
      await pi.session();
      expect(notices(pi.events)).toEqual([clash]);
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
    }));

  test("a signal that ends Pi while the worker is busy", async () =>
    inWorld(built, async (world) => {
      const child = world.start([search("okapi"), done], { args: ["--mode", "rpc"] });
      const pi = new RpcClient(child);
      await pi.ask({ type: "prompt", message: "Go." });
      child.kill("SIGTERM");
      // As Pi ends on this signal without any extension.
      expect(await pi.ended()).toEqual({ exitCode: 143, stderr: "" });
    }));

  test("the end of Pi before anything has happened", async () =>
    inWorld(built, async (world) => {
      const idle = RpcClient.start(world, []);
      expect(await idle.close()).toEqual({ exitCode: 0, stderr: "" });
      expect(await world.print("/event-recall log", [])).toMatchObject({ exitCode: 0, stdout: "" });
    }));
});
