import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitInventory } from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import type { RepositoryInventoryReport } from "../../../../src/domain/model/recall.ts";
import { git, stage, writeBlob } from "../../../support/git.ts";
import { user } from "../../../support/session-file.ts";
import { inPreparedWorld, prepare, type PreparedWorld, track } from "./prepared-world.ts";

async function inventoryOf(
  world: PreparedWorld,
  request: Parameters<typeof prepare>[1] = {},
): Promise<RepositoryInventoryReport> {
  const { inventory } = await prepare(world, request);
  if (!inventory.available) throw new Error("There is no inventory.");
  return inventory;
}

const manifest = (name: string, scripts: object): string => JSON.stringify({ name, scripts });

describe("an inventory", () => {
  test("names package scripts, executables, instructions and skills, the highest in the tree first", async () => {
    await inPreparedWorld(async (world) => {
      const { repo, plain } = world;
      track(repo, "packages/b/package.json", manifest("b", { deploy: "ship b" }));
      track(repo, "package.json", manifest("shop", { test: "vitest", build: "tsc" }));
      track(repo, "packages/a/package.json", manifest("a", {}));
      track(repo, "not-package.json", manifest("no", { no: "no" }));
      track(repo, "tools/deep/run.sh", "#!/bin/sh\n", "x");
      track(repo, "zip.sh", "#!/bin/sh\n", "x");
      track(repo, "release.sh", "#!/bin/sh\n", "x");
      track(repo, "readable.sh", "#!/bin/sh\n");
      track(repo, "packages/b/AGENTS.md", "b\n");
      track(repo, "CLAUDE.md", "all\n", "x");
      track(repo, "README.md", "no instructions\n");
      for (const place of [join(repo, ".pi/skills/release"), join(plain, "skill")]) {
        mkdirSync(place, { recursive: true });
        writeFileSync(join(place, "SKILL.md"), "skill\n");
      }
      symlinkSync(join(repo, ".pi/skills/release"), join(plain, "into-repo"));
      symlinkSync(join(plain, "skill"), join(repo, "out-of-repo"));
      const skills = [
        { name: "release", description: "Release\na version", path: join(plain, "into-repo/SKILL.md") },
        { name: "outside", path: join(plain, "skill/SKILL.md") },
        { name: "linked-out", path: join(repo, "out-of-repo/SKILL.md") },
        { name: "climbing", path: join(repo, "../plain/skill/SKILL.md") },
        { name: "relative", path: "skills/SKILL.md" },
        { name: "a-first", path: join(repo, "skills/first/SKILL.md") },
      ];
      expect(await inventoryOf(world, { skills })).toEqual({
        available: true,
        provenance: {
          packageScripts: "git-index",
          executableScripts: "git-index",
          agentInstructions: "git-index",
          skills: "pi-effective-registry",
        },
        worktreeVerified: false,
        packageScripts: [
          {
            path: "package.json",
            packageName: "shop",
            scripts: [
              { name: "test", command: "vitest" },
              { name: "build", command: "tsc" },
            ],
          },
          { path: "packages/b/package.json", packageName: "b", scripts: [{ name: "deploy", command: "ship b" }] },
        ],
        executableScripts: ["CLAUDE.md", "release.sh", "zip.sh", "tools/deep/run.sh"],
        agentInstructions: ["CLAUDE.md", "packages/b/AGENTS.md"],
        skills: [
          { name: "a-first", path: "skills/first/SKILL.md" },
          { name: "release", path: ".pi/skills/release/SKILL.md", description: "Release a version" },
        ],
        omittedCounts: { packageScripts: 0, executableScripts: 0, agentInstructions: 0, skills: 0 },
        truncated: false,
      });
    });
  });

  test("follows what is staged and not what lies in the work tree", async () => {
    await inPreparedWorld(async (world) => {
      const { repo } = world;
      track(repo, "package.json", manifest("shop", { test: "old" }));
      track(repo, "run.sh", "#!/bin/sh\n", "x");
      track(repo, "AGENTS.md", "x\n");
      git(repo, ["commit", "-qm", "begin"]);
      const committed = await inventoryOf(world);
      writeFileSync(join(repo, "package.json"), manifest("shop", { test: "new" }));
      writeFileSync(join(repo, "CLAUDE.md"), "untracked\n");
      chmodSync(join(repo, "run.sh"), 0o644);
      rmSync(join(repo, "AGENTS.md"));
      symlinkSync("/etc/passwd", join(repo, "AGENTS.md"));
      expect(await inventoryOf(world)).toEqual(committed);
      expect(committed.packageScripts[0]?.scripts).toEqual([{ name: "test", command: "old" }]);
      git(repo, ["-c", "core.fileMode=true", "add", "."]);
      expect(await inventoryOf(world)).toMatchObject({
        packageScripts: [{ scripts: [{ name: "test", command: "new" }] }],
        executableScripts: [],
        agentInstructions: ["CLAUDE.md"],
      });
      git(repo, ["rm", "-q", "--cached", "package.json"]);
      expect((await inventoryOf(world)).packageScripts).toEqual([]);
    });
  });

  test("is never that of another repository that the caller's own names as its work tree", async () => {
    await inPreparedWorld(async (world) => {
      const { repo, plain } = world;
      git(plain, ["init", "-q"]);
      track(plain, "package.json", manifest("hidden", { hidden: "hidden" }));
      git(repo, ["config", "core.worktree", plain]);
      await expect(prepare(world)).rejects.toMatchObject({ code: "InventoryFailed" });
      const { inventory } = await prepare(world, { scope: "all" });
      expect(inventory).toEqual({ available: false, reason: "inventory-failed" });
    });
  });

  test("passes over manifests that are none, and links and submodules that have other names", async () => {
    await inPreparedWorld(async (world) => {
      const { repo } = world;
      track(repo, "broken/package.json", "{ not json");
      track(repo, "package.json", manifest("shop", { test: "vitest" }));
      symlinkSync("package.json", join(repo, "CLAUDE.md"));
      git(repo, ["add", "CLAUDE.md"]);
      stage(repo, [["160000", "1".repeat(40), "vendor/AGENTS.md"]]);
      const inventory = await inventoryOf(world);
      expect(inventory.packageScripts.map(({ path }) => path)).toEqual(["package.json"]);
      expect(inventory.agentInstructions).toEqual([]);
      expect(inventory.omittedCounts.packageScripts).toBe(0);
    });
  });

  test("takes 10,000 characters at most, and the whole stays within 50,000", async () => {
    await inPreparedWorld(async (world) => {
      const { repo } = world;
      const blob = writeBlob(repo, manifest("many", { test: "vitest run", build: "tsc", lint: "oxlint" }));
      const places = Array.from({ length: 500 }, (_, at) => `packages/number-${at}`);
      stage(
        repo,
        places.flatMap((place) => [
          ["100644", blob, `${place}/package.json`] as const,
          ["100755", blob, `${place}/run.sh`] as const,
          ["100644", blob, `${place}/AGENTS.md`] as const,
        ]),
      );
      const entries = Array.from({ length: 40 }, (_, at) => user(`${at} said `.repeat(500)));
      for (let at = 0; at < 10; at++) world.session({ id: `s${at}`, entries });
      const prepared = await prepare(world);
      expect(JSON.stringify(prepared.inventory).length).toBeLessThanOrEqual(10_000);
      expect(JSON.stringify(prepared.inventory).length).toBeGreaterThan(9_800);
      expect(JSON.stringify(prepared).length).toBeLessThanOrEqual(50_000);
      const { omittedCounts, ...inventory } = prepared.inventory as RepositoryInventoryReport;
      expect(inventory.truncated).toBe(true);
      expect(omittedCounts).toEqual({
        packageScripts: 1_500 - inventory.packageScripts.flatMap(({ scripts }) => scripts).length,
        executableScripts: 500 - inventory.executableScripts.length,
        agentInstructions: 500 - inventory.agentInstructions.length,
        skills: 0,
      });
    });
  });
});

/** What makes an inventory fail, and a word of what is said of it. */
const FAILURES: readonly (readonly [string, (repo: string) => void, string])[] = [
  [
    "a conflict",
    (repo) => {
      const blob = writeBlob(repo, "x");
      stage(repo, [
        ["100644", blob, "notes.md", 2],
        ["100644", blob, "notes.md", 3],
      ]);
    },
    "conflicts",
  ],
  [
    "a manifest that is a link",
    (repo) => stage(repo, [["120000", writeBlob(repo, "x"), "package.json"]]),
    "no regular file",
  ],
  [
    "a manifest that is a submodule",
    (repo) => stage(repo, [["160000", "1".repeat(40), "a/package.json"]]),
    "no regular file",
  ],
  [
    "a manifest that is missing",
    (repo) => stage(repo, [["100644", "1".repeat(40), "package.json"]]),
    "not on this machine",
  ],
  [
    "a manifest over 1 MiB",
    (repo) => stage(repo, [["100644", writeBlob(repo, "x".repeat(1024 ** 2 + 1)), "package.json"]]),
    "1 MiB",
  ],
  [
    "a manifest that is no UTF-8",
    (repo) => stage(repo, [["100644", writeBlob(repo, Buffer.from([0xff])), "package.json"]]),
    "UTF-8",
  ],
  [
    "a name that is no UTF-8",
    (repo) => stage(repo, [["100644", writeBlob(repo, "x"), Buffer.from([0x61, 0xff])]]),
    "UTF-8",
  ],
  [
    "513 manifests",
    (repo) => {
      const blob = writeBlob(repo, "{}");
      stage(
        repo,
        Array.from({ length: 513 }, (_, at) => ["100644", blob, `p${at}/package.json`] as const),
      );
    },
    "512",
  ],
  ["a damaged index", (repo) => writeFileSync(join(repo, ".git/index"), "no index"), "Git reported an error"],
  ["damaged settings", (repo) => writeFileSync(join(repo, ".git/config"), "[core\n"), "Git reported an error"],
];

describe("where the inventory fails for", () => {
  test.each(FAILURES)("%s, scope `repository` fails and `all` answers without one", async (_, spoil, words) => {
    await inPreparedWorld(async (world) => {
      world.session({ id: "s", entries: [user("hello")] });
      spoil(world.repo);
      const failure: unknown = await prepare(world).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "InventoryFailed", message: expect.stringContaining(words) });
      expect((failure as Error).message).not.toContain(world.repo);
      const prepared = await prepare(world, { scope: "all" });
      expect(prepared.inventory).toEqual({ available: false, reason: "inventory-failed" });
      expect(prepared.sessions.map(({ sessionId }) => sessionId)).toEqual(["s"]);
      expect(world.logged).toContainEqual(expect.stringContaining("inventory failed"));
    });
  });

  test("a reason that nobody knows, or want of any inventory, likewise", async () => {
    const inventory = { ...createGitInventory(), entries: () => Promise.reject(new Error("something else")) };
    for (const parts of [{ inventory }, { inventory: undefined as never }]) {
      await inPreparedWorld(
        async (world) => {
          await expect(prepare(world)).rejects.toMatchObject({ code: "InventoryFailed" });
          expect((await prepare(world, { scope: "all" })).inventory).toMatchObject({ reason: "inventory-failed" });
        },
        { parts },
      );
    }
  });

  test("want of git, likewise", async () => {
    await inPreparedWorld(
      async (world) => {
        await expect(prepare(world)).rejects.toMatchObject({ code: "InventoryFailed" });
        expect((await prepare(world, { scope: "all" })).inventory).toMatchObject({ reason: "inventory-failed" });
        const outside = { ...world, caller: { ...world.caller, cwd: world.plain } };
        expect((await prepare(outside, { scope: "all" })).inventory).toMatchObject({ reason: "not-a-git-repository" });
      },
      { git: { program: ["/nowhere/git"] } },
    );
  });
});

describe("outside of git", () => {
  test("scope `repository` fails, and `all` answers and says why there is no inventory", async () => {
    await inPreparedWorld(async (world) => {
      world.session({ id: "s", entries: [user("hello")] });
      const outside = { ...world, caller: { ...world.caller, cwd: world.plain } };
      await expect(prepare(outside)).rejects.toMatchObject({
        code: "InvalidRequest",
        message: expect.stringContaining("no git repository"),
      });
      const prepared = await prepare(outside, { scope: "all" });
      expect(prepared).toMatchObject({
        scope: "all",
        inventory: { available: false, reason: "not-a-git-repository" },
        sessions: [{ sessionId: "s" }],
      });
      // A relative folder would lie wherever this process runs, and that is a repository.
      const relative = { ...world, caller: { cwd: "src", everything: true } };
      expect((await prepare(relative, { scope: "all" })).inventory).toMatchObject({ reason: "not-a-git-repository" });
      // An empty `.git` is no repository either.
      mkdirSync(join(world.plain, ".git"));
      expect((await prepare(outside, { scope: "all" })).inventory).toMatchObject({ reason: "not-a-git-repository" });
    });
  });
});
