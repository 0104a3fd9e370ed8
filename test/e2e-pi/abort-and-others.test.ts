import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openHistory } from "../../src/container.ts";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { inWorld } from "./support/in-world.ts";
import type { PiWorld } from "./support/pi-world.ts";
import { RpcClient, textOf } from "./support/rpc-client.ts";
import { done, hitsOf, search } from "./support/search-steps.ts";

/** Somebody else at the same index, and searches that nobody waits for any more. */

vi.setConfig({ testTimeout: 180_000 });
let built: BuiltPackage;
let impatient: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
  impatient = await buildPackage({ isPatient: false });
});
afterAll(() => {
  built.remove();
  impatient.remove();
});

/** True when the index is what a fresh build would give. */
async function isSound(world: PiWorld): Promise<boolean> {
  const env = { PI_CODING_AGENT_DIR: world.agentDir };
  const { history } = await openHistory({ env, cwd: world.project });
  try {
    const caller = { cwd: world.project, everything: true };
    await history.sync(caller);
    return (await history.verify({ repair: false }, caller)).ok;
  } finally {
    await history.close();
  }
}

/** Holds the index's write lock while `act` runs: a sync has to wait. */
async function whileLocked<Result>(world: PiWorld, act: () => Promise<Result>): Promise<Result> {
  const file = readdirSync(world.indexFolder).find((name) => name.endsWith(".sqlite")) ?? "";
  const database = new Database(join(world.indexFolder, file));
  database.exec("BEGIN IMMEDIATE");
  try {
    return await act();
  } finally {
    database.exec("ROLLBACK");
    database.close();
  }
}

describe("a search that nobody waits for", () => {
  test("an abort during a search ends it at once, and leaves the index whole", async () =>
    inWorld(built, async (world) => {
      await world.print("An okapi came.", [done]);
      const pi = RpcClient.start(world, [search("okapi"), done, search("okapi"), search("okapi"), done]);
      const [first] = await pi.toolsOf("Go.");
      expect(hitsOf(textOf(first))).toHaveLength(1);
      await whileLocked(world, async () => {
        const from = pi.events.length;
        await pi.ask({ type: "prompt", message: "Go on." });
        await pi.next(({ type }) => type === "tool_execution_start", from);
        await pi.ask({ type: "abort" });
        expect(await pi.next(({ type }) => type === "tool_execution_end", from)).toMatchObject({ isError: true });
        await pi.next(({ type }) => type === "agent_settled", from);
      });
      const [second] = await pi.toolsOf("Again.");
      expect(hitsOf(textOf(second))).toEqual(hitsOf(textOf(first)));
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
      expect(await isSound(world)).toBe(true);
    }));
});

describe("several Pi processes at once", () => {
  test("each finds what the others wrote, and the index is whole", async () =>
    inWorld(built, async (world) => {
      const animals = ["okapi", "quagga", "aardwolf"];
      const written = await Promise.all(
        animals.map((animal) => world.print(`The ${animal} came.`, [search("came"), search("came"), done])),
      );
      expect(written.map(({ exitCode, stderr }) => ({ exitCode, stderr }))).toEqual(
        animals.map(() => ({ exitCode: 0, stderr: "" })),
      );
      const found = await world.print("Go.", [search("came"), { echo: true }]);
      expect(hitsOf(found.stdout.replace("RESULT<", ""))).toHaveLength(3);
      expect(await isSound(world)).toBe(true);
    }));
});

describe("a session file that is long to index", () => {
  test("print mode ends by itself, whatever is still to be read", async () =>
    inWorld(impatient, async (world) => {
      // Half a gigabyte takes a minute to write and index: only in the long run.
      const megabytes = process.env["LONG"] === undefined ? 60 : 600;
      writeLongSession(world, megabytes);
      const printed = await world.print("Go.", [search("okapi"), { echo: true }]);
      expect(printed).toMatchObject({ exitCode: 0, stderr: "" });
      expect(printed.stdout).toContain("catching-up");
    }));

  test("aborted again and again, then left in the middle: Pi ends well and the next sync completes the index", async () =>
    inWorld(impatient, async (world) => {
      writeLongSession(world, 8);
      const rounds = process.env["LONG"] === undefined ? 10 : 100;
      const pi = RpcClient.start(
        world,
        Array.from({ length: rounds }, () => search("okapi")),
      );
      for (let round = 0; round < rounds; round++) {
        const from = pi.events.length;
        await pi.ask({ type: "prompt", message: "Go." });
        await pi.next(({ type }) => type === "tool_execution_start", from);
        await pi.ask({ type: "abort" });
        await pi.next(({ type }) => type === "agent_settled", from);
      }
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
      expect(await isSound(world)).toBe(true);
    }));
});

function writeLongSession(world: PiWorld, megabytes: number): void {
  const folder = join(world.agentDir, "sessions", "--long--");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "long.jsonl");
  const timestamp = "2026-01-05T09:00:00.000Z";
  appendFileSync(
    file,
    `${JSON.stringify({ type: "session", version: 3, id: "long", timestamp, cwd: world.project })}\n`,
  );
  for (let number = 0; number < megabytes; number++) {
    const text = Array.from({ length: 125_000 }, (_, word) =>
      (word * 7919 + number).toString(36).padStart(7, "w"),
    ).join(" ");
    const message = { role: "user", content: text, timestamp: 0 };
    const parentId = number === 0 ? null : `e${number - 1}`;
    appendFileSync(file, `${JSON.stringify({ type: "message", id: `e${number}`, parentId, timestamp, message })}\n`);
  }
}
