import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { inWorld } from "./support/in-world.ts";
import { linesOf, type PiWorld } from "./support/pi-world.ts";
import { RpcClient, textOf } from "./support/rpc-client.ts";
import type { ScriptStep } from "./support/script-step.ts";
import { done, hitsOf, search } from "./support/search-steps.ts";

/** What happens to the caller's own session while the tools are in use. Every answer is checked against the session files. */

const CONTROL = new URL("support/control-extension.ts", import.meta.url).pathname;
vi.setConfig({ testTimeout: 180_000 });
let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
});
afterAll(() => built.remove());

/** One Pi in rpc mode, which has to end well. */
async function inPi(
  world: PiWorld,
  steps: readonly ScriptStep[],
  act: (pi: RpcClient) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  const pi = RpcClient.start(world, steps, { args, extensions: [CONTROL] });
  await act(pi);
  expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
}

const own = { sessionId: "current" };
const hits = async (pi: RpcClient): Promise<readonly string[]> => hitsOf(textOf((await pi.toolsOf("Go."))[0]));
/** The user message that holds a text, and who comes after it. */
const entryWith = (file: string, text: string): string =>
  linesOf(file).find(({ message }) => JSON.stringify(message ?? null).includes(`"text":"${text}"`))?.id ?? "";

describe("the own session", () => {
  test("/new: the session that was left is history at once", async () =>
    inWorld(built, async (world) => {
      await inPi(world, [done, search("okapi"), done, search("okapi"), done], async (pi) => {
        await pi.prompt("An okapi came.");
        const { sessionFile } = await pi.session();
        expect(await hits(pi)).toEqual([]);
        await pi.ask({ type: "new_session" });
        expect(await hits(pi)).toEqual([entryWith(sessionFile, "An okapi came.")]);
      });
    }));

  test("/resume: the other one is history, and this one no longer", async () =>
    inWorld(built, async (world) => {
      await world.print("An okapi came.", [done]);
      const [first = ""] = world.sessionFiles();
      await inPi(world, [done, search("okapi"), done, search("okapi", own), done], async (pi) => {
        await pi.prompt("The okapi left.");
        const { sessionFile } = await pi.session();
        await pi.ask({ type: "switch_session", sessionPath: first });
        expect(await hits(pi)).toEqual([entryWith(sessionFile, "The okapi left.")]);
        expect(await hits(pi)).toEqual([entryWith(first, "An okapi came.")]);
      });
    }));

  test("/fork: what was inherited stays the own history, what came after it in the parent does not", async () =>
    inWorld(built, async (world) => {
      const steps = [done, done, search("okapi"), done, search("okapi", own), done];
      await inPi(world, steps, async (pi) => {
        await pi.prompt("An okapi came.");
        await pi.prompt("The okapi left.");
        const { sessionFile: parent } = await pi.session();
        const second = entryWith(parent, "The okapi left.");
        await pi.ask({ type: "fork", entryId: second });
        const { sessionFile: child } = await pi.session();
        expect(child).not.toBe(parent);
        expect(await hits(pi)).toEqual([second]);
        expect(await hits(pi)).toEqual([entryWith(child, "An okapi came.")]);
      });
    }));

  test("/tree: the branch that was left is an alternate one, though nothing in the file says that it was left", async () =>
    inWorld(built, async (world) => {
      const steps = [
        done,
        done,
        search("okapi", { ...own, branchStates: ["alternate"] }),
        done,
        search("okapi", { ...own, branchStates: ["selected"] }),
        done,
      ];
      await inPi(world, steps, async (pi) => {
        await pi.prompt("An okapi came.");
        await pi.prompt("The okapi left.");
        const { sessionFile } = await pi.session();
        const [first, second] = ["An okapi came.", "The okapi left."].map((text) => entryWith(sessionFile, text));
        const before = linesOf(sessionFile).length;
        await pi.prompt(`/control-tree ${second}`);
        expect(linesOf(sessionFile)).toHaveLength(before);
        expect(await hits(pi)).toEqual([second]);
        expect(await hits(pi)).toEqual([first]);
      });
    }));

  test("/compact: the summary is found, and what it stands for is summarized", async () =>
    inWorld(built, async (world) => {
      const steps = [
        done,
        done,
        // One for what was before, one for the beginning of the turn that is cut.
        { text: "Summary: an aardwolf was seen." },
        { text: "Summary of the turn." },
        search("aardwolf", { ...own, kinds: ["summary.compaction"] }),
        done,
        search("okapi", { ...own, selectionStates: ["summarized"] }),
        done,
      ];
      world.settings({ compaction: { keepRecentTokens: 1 } });
      await inPi(world, steps, async (pi) => {
        await pi.prompt("An okapi came.");
        await pi.prompt("And it went.");
        await pi.ask({ type: "compact" });
        const { sessionFile } = await pi.session();
        const compaction = linesOf(sessionFile).find(({ type }) => type === "compaction");
        expect(await hits(pi)).toEqual([compaction?.id]);
        expect(await hits(pi)).toEqual([entryWith(sessionFile, "An okapi came.")]);
      });
    }));

  test("/reload: the tools are there again, once", async () =>
    inWorld(built, async (world) => {
      await world.print("An okapi came.", [done]);
      const [first = ""] = world.sessionFiles();
      await inPi(world, [search("okapi"), done, search("okapi"), done], async (pi) => {
        expect(await hits(pi)).toEqual([entryWith(first, "An okapi came.")]);
        await pi.prompt("/control-reload");
        expect(await hits(pi)).toEqual([entryWith(first, "An okapi came.")]);
        expect(pi.events.filter(({ type, method }) => type === "extension_ui_request" && method === "notify")).toEqual(
          [],
        );
      });
    }));

  test("/reload: settings are read anew, and what they exclude is gone", async () =>
    inWorld(built, async (world) => {
      await world.print("An okapi came.", [done]);
      const [first = ""] = world.sessionFiles();
      const exclude = [linesOf(first)[0]?.id];
      await inPi(world, [search("okapi"), done, search("okapi"), done], async (pi) => {
        expect(await hits(pi)).toEqual([entryWith(first, "An okapi came.")]);
        writeFileSync(join(world.agentDir, "event-recall.json"), JSON.stringify({ exclude }));
        await pi.prompt("/control-reload");
        expect(await hits(pi)).toEqual([]);
      });
    }));

  test("is found wherever Pi keeps it: --session-dir, relative as well", async () =>
    inWorld(built, async (world) => {
      const args = ["--session-dir", "kept"];
      await world.print("An okapi came.", [done], { args });
      const [first = ""] = world.sessionFiles(`${world.project}/kept`);
      await inPi(
        world,
        [search("okapi"), done, search("go", own), done],
        async (pi) => {
          expect(await hits(pi)).toEqual([entryWith(first, "An okapi came.")]);
          expect(await hits(pi)).toHaveLength(2);
        },
        args,
      );
      const { events } = await world.json("Go.", [search("okapi"), done], { args: [...args, "--no-session"] });
      expect(JSON.stringify(events)).toContain(entryWith(first, "An okapi came."));
    }));
});
