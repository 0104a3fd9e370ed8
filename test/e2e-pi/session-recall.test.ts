import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type BuiltPackage, buildPackage } from "./support/built-package.ts";
import { inWorld as inWorldAt } from "./support/in-world.ts";
import { linesOf, type PiWorld } from "./support/pi-world.ts";
import { PtySession } from "./support/pty-session.ts";
import { RpcClient, textOf } from "./support/rpc-client.ts";
import type { ScriptStep } from "./support/script-step.ts";
import { done, search } from "./support/search-steps.ts";
import { toolResultsOf } from "./support/tool-results.ts";

/** `session_search` in the real Pi: over sessions that it wrote before, with the event tools and without them. */

vi.setConfig({ testTimeout: 180_000 });
let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
});
afterAll(() => built.remove());

/** Recall leaves out sessions that ran in `/tmp`. */
const parent = tmpdir().startsWith("/tmp") ? "/var/tmp" : tmpdir();
const inWorld = (loaded: BuiltPackage | undefined, act: (world: PiWorld) => Promise<void>): Promise<void> =>
  inWorldAt(loaded, act, parent);

const recall = (parameters: Readonly<Record<string, unknown>> = {}): ScriptStep => ({
  calls: [{ name: "session_search", arguments: parameters }],
});
const PATH = String.raw`path "([^"]+)"`;
const MESSAGE = "message ([0-9a-f]{8})";

/** Discover, scroll to what was found by its path, read it all by its id. */
const discoverScrollRead: readonly ScriptStep[] = [
  recall({ query: '"quagga 77" NOT zebra' }),
  recall({ sessionId: { $found: PATH }, aroundMessageId: { $found: MESSAGE } }),
  recall({ sessionId: { $found: "session ([0-9a-f-]{36})" } }),
  done,
];

/** Writes a session that somebody may recall, and returns its file. */
async function writeSession(world: PiWorld): Promise<string> {
  await world.print("Which animal is number 7731?", [
    { calls: [{ name: "bash", arguments: { command: "echo found" } }] },
    { text: "It is the quagga 7731." },
  ]);
  return world.sessionFiles().at(-1) ?? "";
}

function checkDiscoverScrollRead(world: PiWorld, written: string): void {
  const lines = linesOf(written);
  const answer = lines.at(-1);
  const [discovery, scroll, read, ...rest] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
  expect(rest).toEqual([]);
  expect(discovery).toMatchObject({ toolName: "session_search", isError: false });
  expect(discovery?.text).toContain(`1. session ${lines[0]?.id} message ${answer?.id} assistant, `);
  expect(discovery?.text).toContain(`path ${JSON.stringify(written)}`);
  expect(discovery?.text).toContain("| It is the «quagga 77»31.");
  for (const text of [scroll?.text, read?.text]) {
    expect(text).toContain("| Which animal is number 7731?");
    expect(text).toContain("call bash\n| ");
    expect(text).toMatch(/^message [0-9a-f]{8} toolResult bash, .*\n\| found$/m);
    expect(text).toContain("| It is the quagga 7731.");
    expect(text).toContain(`with branchTip ${answer?.id}`);
  }
}

describe("a model discovers, scrolls and reads", () => {
  test("in print and rpc mode", async () =>
    inWorld(built, async (world) => {
      const written = await writeSession(world);
      expect(await world.print("Go.", discoverScrollRead)).toEqual({ exitCode: 0, stdout: "Done.\n", stderr: "" });
      checkDiscoverScrollRead(world, written);
      const pi = RpcClient.start(world, discoverScrollRead);
      await pi.prompt("Go.");
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
      checkDiscoverScrollRead(world, written);
    }));

  test("in a terminal, where the last rows of a result are shown", async () =>
    inWorld(built, async (world) => {
      await writeSession(world);
      const pi = PtySession.start(world, [recall({ query: "quagga" }), { text: "All found." }]);
      await pi.prompt("Go.", "All found.");
      expect(pi.text).toContain('session_search "quagga"');
      expect(pi.text).toMatch(/… \d+ earlier lines? \(/);
      expect(await pi.quit()).toBe(0);
    }));

  test("sessions that ran in /tmp are left out of recall, not of the index", async () =>
    inWorldAt(
      built,
      async (world) => {
        await writeSession(world);
        const steps = [search("quagga"), recall({ query: "quagga" }), done];
        expect((await world.print("Go.", steps)).exitCode).toBe(0);
        const [found, recalled] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
        expect(found?.text).toContain("1 event found");
        expect(recalled?.text).toMatch(/^No session matches\. Index ready: 2 sessions\./);
      },
      "/tmp",
    ));

  test("its own session and its own query are never found", async () =>
    inWorld(built, async (world) => {
      await writeSession(world);
      const pi = RpcClient.start(world, [recall({ query: "okapi" }), done, recall({ query: "okapi" }), done]);
      for (const prompt of ["An okapi came.", "And another okapi."]) {
        const [result] = await pi.toolsOf(prompt);
        expect(textOf(result)).toMatch(/^No session matches\. Index ready: /);
      }
      expect(await pi.close()).toEqual({ exitCode: 0, stderr: "" });
    }));

  test("in a script, which gets the whole answer", async () =>
    inWorld(built, async (world) => {
      const written = await writeSession(world);
      const code = `const { sessions } = await tools.session_search({ query: "quagga" });
        const { messages } = await tools.session_search({ sessionId: sessions[0].path });
        return messages.map(({ role }) => role).join();`;
      const script: ScriptStep = { calls: [{ name: "codemode", arguments: { code } }] };
      const run = await world.print("Go.", [script, done], { args: ["--tools", "+codemode"] });
      expect(run).toEqual({ exitCode: 0, stdout: "Done.\n", stderr: "" });
      const [answer] = toolResultsOf(world.sessionFiles().find((file) => file !== written) ?? "");
      expect(answer?.text.trim().split("\n").at(-1)).toBe("user,assistant,toolResult,assistant");
    }));

  test("parameters that contradict each other, and sessions of elsewhere, are refused", async () =>
    inWorld(built, async (world) => {
      const written = await writeSession(world);
      const elsewhere = join(world.folder, "elsewhere");
      mkdirSync(elsewhere);
      const steps = [
        recall({ query: "quagga", window: 3 }),
        recall({ sessionId: written }),
        recall({ limit: 0.5 }),
        recall({ query: "quagga", role: "toolResult" }),
        done,
      ];
      expect((await world.print("Go.", steps, { cwd: elsewhere })).exitCode).toBe(0);
      const own = world.sessionFiles().find((file) => linesOf(file)[0]?.["cwd"] === elsewhere) ?? "";
      const [mixed, foreign, browse, misspelt] = toolResultsOf(own);
      expect(mixed).toMatchObject({
        isError: true,
        text: expect.stringContaining("`window` does not go with `query`"),
      });
      expect(foreign).toMatchObject({ isError: true, text: "Not found in this workspace." });
      expect(browse).toMatchObject({
        isError: false,
        text: expect.stringMatching(/^1 of 1 session, latest activity first\. Index ready: 1 session\./),
      });
      expect(misspelt).toMatchObject({ isError: true, text: expect.stringContaining("role") });
    }));
});

describe("a model prepares a corpus", () => {
  test("of its repository's sessions, with the inventory of the index and the skills in force", async () =>
    inWorld(built, async (world) => {
      const git = (...words: string[]): void =>
        void execFileSync("git", words, { cwd: world.project, stdio: "ignore" });
      git("init");
      writeFileSync(join(world.project, "package.json"), JSON.stringify({ name: "shop", scripts: { build: "tsc" } }));
      const skill = join(world.project, ".pi", "skills", "release");
      mkdirSync(skill, { recursive: true });
      writeFileSync(join(skill, "SKILL.md"), "---\nname: release\ndescription: Releases the shop\n---\nTag it.\n");
      git("add", "--all");
      const written = await writeSession(world);
      const prepare = recall({ operation: "prepare-pattern-miner", scope: "repository" });
      const confirm = recall({ query: "quagga" });
      const { exitCode, stderr } = await world.print("Go.", [prepare, confirm, done], { args: ["--approve"] });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      const [corpus, confirmation] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
      expect(corpus).toMatchObject({ isError: false });
      expect(corpus?.text).toContain("Corpus for pattern mining, scope repository: 1 session, ");
      expect(corpus?.text).toContain("Sync complete.");
      expect(corpus?.text).toContain(`1. session ${linesOf(written)[0]?.id} lineage `);
      expect(corpus?.text).toMatch(/^ {2}"package.json" of "shop"\n {4}build: "tsc"$/m);
      expect(corpus?.text).toMatch(/^ {2}release in ".*SKILL.md": "Releases the shop"$/m);
      expect(corpus?.text).not.toContain("| found");
      expect(confirmation?.text).toContain("1 session found by 1 message");
    }));
});

describe("the two extension files", () => {
  test("both work together over one index", async () =>
    inWorld(built, async (world) => {
      await writeSession(world);
      const steps = [search("quagga"), recall({ query: "quagga" }), done];
      expect(await world.print("Go.", steps)).toEqual({ exitCode: 0, stdout: "Done.\n", stderr: "" });
      const [found, recalled] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
      expect(found?.text).toMatch(/Index ready: /);
      expect(recalled?.text).toMatch(/^1 session found .* Index ready: /);
    }));

  test.each([
    ["event-tools.js", ["event_search", "session_search"], search("quagga"), /1 event found/],
    ["session-recall.js", ["session_search", "event_search"], recall({ query: "quagga" }), /1 session found/],
  ] as const)("%s works alone, when Pi's package filter leaves nothing else", async (file, [own, other], step, found) =>
    inWorld(undefined, async (world) => {
      await writeSession(world);
      world.settings({ packages: [{ source: built.folder, extensions: [`dist/pi/${file}`] }] });
      const missing: ScriptStep = { calls: [{ name: other, arguments: { query: "quagga" } }] };
      const run = await world.print("Go.", [step, missing, done]);
      expect(run).toEqual({ exitCode: 0, stdout: "Done.\n", stderr: "" });
      const [answer, refusal] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
      expect(answer).toMatchObject({ toolName: own, isError: false });
      expect(answer?.text).toMatch(found);
      expect(refusal).toMatchObject({ toolName: other, isError: true });
    }),
  );

  test("another extension that owns session_search keeps it, and the event tools work beside it", async () =>
    inWorld(built, async (world) => {
      await writeSession(world);
      const rival = join(world.folder, "rival.ts");
      const source = readFileSync(new URL("support/rival-extension.ts", import.meta.url), "utf8");
      writeFileSync(rival, source.replaceAll("event_search", "session_search"));
      const steps = [recall({ query: "quagga" }), search("quagga"), done];
      const { exitCode, stdout, stderr } = await world.print("Go.", steps, { extensions: [rival] });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "Done.\n" });
      expect(stderr).toContain("Another extension already has a tool named session_search");
      const [answer, found] = toolResultsOf(world.sessionFiles().at(-1) ?? "");
      expect(answer?.text).toBe("the rival answers");
      expect(found?.text).toContain("1 event found");
      expect(existsSync(world.indexFolder)).toBe(true);
    }));
});
