import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { inWorld } from "./support/in-world.ts";
import { linesOf, type PiWorld, type SessionLine } from "./support/pi-world.ts";
import { textOf, toolEnds } from "./support/rpc-client.ts";
import type { ScriptStep } from "./support/script-step.ts";
import { done, hitsOf, search, searchCall } from "./support/search-steps.ts";

/** A search must not find itself: neither its own words, nor what was found before, unless somebody asks for it. */

const WORDS = "capybara census";
vi.setConfig({ testTimeout: 180_000 });
let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
});
afterAll(() => built.remove());

const roleOf = ({ message }: SessionLine): string | undefined => (message as { role?: string } | undefined)?.role;
const userEntries = (file: string): readonly string[] =>
  linesOf(file).flatMap((line) => (roleOf(line) === "user" ? [line.id] : []));

/** Runs one prompt, and what the tools answered. */
async function run(world: PiWorld, prompt: string, steps: readonly ScriptStep[], args: readonly string[] = []) {
  const { events, exitCode, stderr } = await world.json(prompt, steps, { args });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return { texts: toolEnds(events).map(textOf), file: world.sessionFiles().at(-1) ?? "" };
}

describe("the words of a search", () => {
  test("are not found in the session that searches", async () =>
    inWorld(built, async (world) => {
      const { texts } = await run(world, `Where is the ${WORDS}?`, [
        { calls: [{ name: "bash", arguments: { command: `echo ${WORDS}` } }] },
        search(WORDS),
        done,
      ]);
      expect(hitsOf(texts[1] ?? "")).toEqual([]);
      expect(texts[1]).not.toContain(`«${WORDS}»`);
    }));

  test("are found there when it is asked for, except in the call itself and its siblings", async () =>
    inWorld(built, async (world) => {
      const bash = { name: "bash", arguments: { command: `echo ${WORDS}` } };
      const { texts, file } = await run(world, `Where is the ${WORDS}?`, [
        { calls: [bash, searchCall(WORDS, { sessionId: "current" }), searchCall(WORDS, { sessionId: "current" })] },
        search(WORDS, { sessionId: "current", kinds: ["tool.call", "tool.result"] }),
        done,
      ]);
      const searches = texts.filter((text) => text.includes("event"));
      expect(searches.slice(0, 2).map(hitsOf)).toEqual([userEntries(file), userEntries(file)]);
      // In the next turn the shell command beside them is history.
      const [call, result] = linesOf(file).filter(
        (line) => roleOf(line) === "assistant" || JSON.stringify(line).includes('"toolName":"bash"'),
      );
      expect(hitsOf(texts.at(-1) ?? "").toSorted()).toEqual([call?.id, result?.id].toSorted());
    }));

  test("are not found in the script that searches, nor in earlier scripts", async () =>
    inWorld(built, async (world) => {
      const code = `const { hits } = await tools.event_search({ query: "${WORDS}", sessionId: "current" });
        return hits.map((hit) => hit.entryId).join();`;
      const script: ScriptStep = { calls: [{ name: "codemode", arguments: { code } }] };
      const { texts, file } = await run(
        world,
        `Where is the ${WORDS}?`,
        [script, script, done],
        ["--tools", "+codemode"],
      );
      const scripts = texts.filter((text) => text.startsWith("Script completed"));
      expect(scripts).toHaveLength(2);
      for (const text of scripts) expect(text.trim().split("\n").at(-1)).toBe(userEntries(file).join());
    }));

  test("are not found in what an earlier search answered, unless its tool is named", async () =>
    inWorld(built, async (world) => {
      const { file } = await run(world, `Start the ${WORDS}.`, [done]);
      const retrieval = await run(world, "Go.", [search(WORDS), done]);
      expect(hitsOf(retrieval.texts[0] ?? "")).toEqual(userEntries(file));
      const { texts } = await run(world, "Go on.", [
        search(WORDS),
        search(WORDS, { toolNames: ["event_search"] }),
        done,
      ]);
      expect(hitsOf(texts[0] ?? "")).toEqual(userEntries(file));
      const own = linesOf(retrieval.file).filter((line) => JSON.stringify(line).includes(WORDS));
      expect(hitsOf(texts[1] ?? "").toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    }));

  test("are not found in the session that this one was forked from, unless the own session is named", async () =>
    inWorld(built, async (world) => {
      const { file } = await run(world, `Start the ${WORDS}.`, [done]);
      const { texts } = await run(
        world,
        "Go.",
        [
          search(WORDS),
          search(WORDS, { sessionId: "current" }),
          search(WORDS, { sessionId: linesOf(file)[0]?.id }),
          done,
        ],
        ["--fork", file],
      );
      expect(texts.map(hitsOf)).toEqual([[], userEntries(file), userEntries(file)]);
    }));

  test("are found elsewhere by a session that is kept nowhere", async () =>
    inWorld(built, async (world) => {
      const { file } = await run(world, `Start the ${WORDS}.`, [done]);
      const { texts } = await run(
        world,
        `And the ${WORDS}?`,
        [search(WORDS), search(WORDS, { sessionId: "current" }), done],
        ["--no-session"],
      );
      expect(hitsOf(texts[0] ?? "")).toEqual(userEntries(file));
      expect(hitsOf(texts[1] ?? "")).toEqual([]);
      expect(world.sessionFiles()).toEqual([file]);
    }));
});
