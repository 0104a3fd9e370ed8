import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createGitInventory } from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import type { RepositoryInventory } from "../../../../src/ports/repository-inventory.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";
import type { Answer } from "./programs/answering-git.ts";

const PROGRAM = fileURLToPath(new URL("programs/answering-git.ts", import.meta.url));
const ONE = "1".repeat(40);
const OTHER = "2".repeat(40);
const TOP = "rev-parse --show-toplevel";
const LIST = "ls-files --stage --full-name -z";
const CHECK = "cat-file --batch-check";
const READ = "cat-file --batch";
const LISTING = `100644 ${ONE} 0\tpackage.json\0`;

interface Call {
  readonly pid: number;
  readonly words: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

type Said = Omit<Answer, "stdout" | "stderr"> & { readonly stdout?: string | Uint8Array; readonly stderr?: string };

/** An inventory over a program that answers as it is told, and the calls that it got. */
function scripted(folder: string, answers: Readonly<Record<string, Said>>) {
  const log = join(folder, "calls");
  const encoded = Object.entries(answers).map(([command, { stdout = "", stderr = "", ...rest }]) => [
    command,
    { ...rest, stdout: Buffer.from(stdout).toString("base64"), stderr: Buffer.from(stderr).toString("base64") },
  ]);
  writeFileSync(join(folder, "script"), JSON.stringify({ log, answers: Object.fromEntries(encoded) }));
  const inventory = createGitInventory({ program: [process.execPath, PROGRAM, join(folder, "script")] });
  const calls = (): Call[] =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Call)
      : [];
  return { inventory, calls };
}

async function failureOf(
  answers: Readonly<Record<string, Said>>,
  ask: (inventory: RepositoryInventory, folder: string) => Promise<unknown>,
): Promise<string> {
  return withTemporaryFolder(async (folder) => {
    const failure: unknown = await ask(scripted(folder, answers).inventory, folder).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "InventoryFailed", message: expect.not.stringContaining(folder) });
    return (failure as Error).message;
  });
}

describe("an answer that is not as it should be fails", () => {
  test.each<[string, Said]>([
    ["over 4 KiB", { stdout: `/${"d".repeat(4_096)}\n` }],
    ["for ever", { endless: true }],
    ["with a warning beside it", { stdout: "/top\n", stderr: "warning: something\n" }],
    ["with another exit code", { stdout: "/top\n", exitCode: 1 }],
    ["empty", {}],
    ["without an end", { stdout: "/top" }],
    ["with a zero in it", { stdout: "/to\0p\n" }],
    ["that is no UTF-8", { stdout: Buffer.from([0x2f, 0xff, 0x0a]) }],
    [
      "with complaints over 4 KiB",
      { stderr: "fatal: not a git repository (or any ".padEnd(5_000, "x"), exitCode: 128 },
    ],
  ])("of the top folder: %s", async (_, said) => {
    await failureOf({ [TOP]: said }, (inventory, folder) => inventory.top(folder));
  });

  test.each<[string, Said]>([
    ["a warning", { stdout: LISTING, stderr: "warning: something\n" }],
    ["an exit code", { stdout: LISTING, exitCode: 1 }],
    ["no end", { endless: true }],
    ["an entry that is none", { stdout: `${LISTING}\0` }],
  ])("of the index: %s", async (_, said) => {
    await failureOf({ [LIST]: said }, (inventory, folder) => inventory.entries(folder));
  });

  const texts = (inventory: RepositoryInventory, folder: string): Promise<unknown> =>
    inventory.texts(folder, [ONE, OTHER]);
  const sizes = { stdout: `${ONE} blob 1\n${OTHER} blob 2\n` };
  const contents = { stdout: `${ONE} blob 1\na\n${OTHER} blob 2\nbb\n` };

  test.each<[string, Said]>([
    ["a warning", { ...sizes, stderr: "x" }],
    ["an exit code", { ...sizes, exitCode: 1 }],
    ["no end", { endless: true }],
    ["a missing object", { stdout: `${ONE} blob 1\n${OTHER} missing\n` }],
  ])("of the sizes: %s", async (_, said) => {
    await failureOf({ [CHECK]: said, [READ]: contents }, texts);
  });

  test.each<[string, Said]>([
    ["a warning", { ...contents, stderr: "x" }],
    ["an exit code", { ...contents, exitCode: 3 }],
    ["more than announced", { stdout: `${contents.stdout}\n` }],
    ["no end", { endless: true }],
  ])("of the contents: %s", async (_, said) => {
    await failureOf({ [CHECK]: sizes, [READ]: said }, texts);
  });

  test("where there is no git at all", async () => {
    await withTemporaryFolder(async (folder) => {
      const inventory = createGitInventory({ program: [join(folder, "no-git")] });
      await expect(inventory.top(folder)).rejects.toMatchObject({
        code: "InventoryFailed",
        message: "The repository inventory failed. Git could not be run.",
      });
    });
  });
});

describe("what git is asked", () => {
  test("is two questions for any number of manifests, with an empty input elsewhere", async () => {
    await withTemporaryFolder(async (folder) => {
      const { inventory, calls } = scripted(folder, {
        [TOP]: { stdout: "/top\n" },
        [LIST]: { stdout: LISTING },
        [CHECK]: { stdout: `${ONE} blob 1\n${OTHER} blob 2\n` },
        [READ]: { stdout: `${ONE} blob 1\n\n\n${OTHER} blob 2\né\n` },
      });
      expect(await inventory.top(folder)).toBe("/top");
      expect(await inventory.entries(folder)).toHaveLength(1);
      expect(await inventory.texts(folder, [ONE, OTHER])).toEqual(["\n", "é"]);
      expect(await inventory.texts(folder, [])).toEqual([]);
      const asked = `${ONE}\n${OTHER}\n`;
      expect(calls().map(({ input }) => input)).toEqual(["", "", asked, asked]);
    });
  });

  test("comes with an environment of its own, and from the root", async () => {
    await withTemporaryFolder(async (folder) => {
      process.env["GIT_CONFIG_COUNT"] = "1";
      process.env["PI_TEST_SECRET"] = "secret";
      try {
        const { inventory, calls } = scripted(folder, { [TOP]: { stdout: "/top\n" } });
        await inventory.top(folder);
        const [call] = calls();
        expect(call?.env).toMatchObject({
          LC_ALL: "C",
          GIT_NO_LAZY_FETCH: "1",
          GIT_ALLOW_PROTOCOL: "none",
          GIT_NO_REPLACE_OBJECTS: "1",
          GIT_OPTIONAL_LOCKS: "0",
          GIT_TERMINAL_PROMPT: "0",
        });
        expect(Object.keys(call?.env ?? {})).not.toContain("GIT_CONFIG_COUNT");
        expect(Object.keys(call?.env ?? {})).not.toContain("PI_TEST_SECRET");
        expect(call?.cwd).toBe("/");
        expect(call?.words).toContain("core.fsmonitor=false");
      } finally {
        delete process.env["GIT_CONFIG_COUNT"];
        delete process.env["PI_TEST_SECRET"];
      }
    });
  });
});

describe("a cancelled question", () => {
  test("is not put at all where it was cancelled before", async () => {
    await withTemporaryFolder(async (folder) => {
      const { inventory, calls } = scripted(folder, { [TOP]: { stdout: "/top\n" } });
      await expect(inventory.top(folder, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "Cancelled" });
      expect(calls()).toEqual([]);
    });
  });

  test.each<[string, Said]>([
    ["hangs", { hangs: true }],
    ["complains and hangs", { stderr: "fatal: something\n", hangs: true }],
  ])("ends a git that %s, and is cancelled whatever git said", async (_, said) => {
    await withTemporaryFolder(async (folder) => {
      const { inventory, calls } = scripted(folder, { [TOP]: said, [LIST]: said, [CHECK]: said });
      const questions = [
        (signal: AbortSignal) => inventory.top(folder, { signal }),
        (signal: AbortSignal) => inventory.entries(folder, { signal }),
        (signal: AbortSignal) => inventory.texts(folder, [ONE], { signal }),
      ];
      for (const [at, ask] of questions.entries()) {
        const controller = new AbortController();
        const answer = ask(controller.signal).catch((error: unknown) => error);
        while (calls().length <= at) await setTimeout(5);
        controller.abort();
        expect(await answer).toMatchObject({ code: "Cancelled" });
        const pid = calls()[at]?.pid as number;
        while (isRunning(pid)) await setTimeout(5);
      }
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
