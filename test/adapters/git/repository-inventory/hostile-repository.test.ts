import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitInventory } from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import { git, stage, writeBlob } from "../../../support/git.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

const inventory = createGitInventory();

/** A program in the folder that leaves a mark behind when it runs. */
function trap(folder: string): { readonly program: string; readonly hasRun: () => boolean } {
  const program = join(folder, "trap.sh");
  const mark = join(folder, "trap-has-run");
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\n`);
  chmodSync(program, 0o755);
  return { program, hasRun: () => existsSync(mark) };
}

/** Everything that is asked of a repository in turn. */
async function readAll(folder: string): Promise<readonly string[]> {
  const top = (await inventory.top(folder)) as string;
  const entries = await inventory.entries(top);
  return inventory.texts(
    top,
    entries.filter(({ path }) => path.endsWith("package.json")).map(({ objectId }) => objectId),
  );
}

describe("nothing that a repository names is run", () => {
  test("neither its file system monitor nor its hooks", async () => {
    await withTemporaryFolder(async (folder) => {
      const { program, hasRun } = trap(folder);
      const repo = join(folder, "repo");
      git(folder, ["init", "-q", "repo"]);
      writeFileSync(join(repo, "package.json"), "{}");
      git(repo, ["add", "package.json"]);
      git(repo, ["config", "core.fsmonitor", program]);
      git(repo, ["config", "core.pager", program]);
      for (const name of ["post-index-change", "reference-transaction", "post-checkout"]) {
        writeFileSync(join(repo, ".git/hooks", name), `#!/bin/sh\nexec '${program}'\n`);
        chmodSync(join(repo, ".git/hooks", name), 0o755);
      }
      const index = join(repo, ".git/index");
      const before = statSync(index, { bigint: true });
      expect(await readAll(repo)).toEqual(["{}"]);
      expect(hasRun()).toBe(false);
      expect(statSync(index, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
      // The trap is one: git left alone runs into it.
      git(repo, ["status"]);
      expect(hasRun()).toBe(true);
    });
  });

  test("nor a filter or a text conversion", async () => {
    await withTemporaryFolder(async (folder) => {
      const { program, hasRun } = trap(folder);
      const repo = join(folder, "repo");
      git(folder, ["init", "-q", "repo"]);
      writeFileSync(join(repo, "package.json"), "{}");
      git(repo, ["add", "package.json"]);
      writeFileSync(join(repo, ".gitattributes"), "* filter=trap diff=trap\n");
      for (const name of ["filter.trap.smudge", "filter.trap.clean", "diff.trap.textconv"]) {
        git(repo, ["config", name, program]);
      }
      expect(await readAll(repo)).toEqual(["{}"]);
      expect(hasRun()).toBe(false);
    });
  });
});

test("replaced objects stay as they were", async () => {
  await withTemporaryFolder(async (folder) => {
    git(folder, ["init", "-q"]);
    writeFileSync(join(folder, "package.json"), '{"name":"true"}');
    git(folder, ["add", "."]);
    const replacement = writeBlob(folder, '{"name":"replaced"}');
    git(folder, ["replace", git(folder, ["rev-parse", ":package.json"]), replacement]);
    expect(git(folder, ["cat-file", "blob", ":package.json"])).toContain("replaced");
    expect(await readAll(folder)).toEqual(['{"name":"true"}']);
  });
});

describe("an object that is not on this machine", () => {
  test("is not fetched from where a partial clone came", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q", "origin"]);
      const origin = join(folder, "origin");
      writeFileSync(join(origin, "package.json"), '{"name":"far"}');
      git(origin, ["add", "."]);
      git(origin, ["commit", "-qm", "begin"]);
      git(origin, ["config", "uploadpack.allowFilter", "true"]);
      git(folder, ["clone", "-q", "--no-checkout", "--filter=blob:none", `file://${origin}`, "clone"]);
      const clone = join(folder, "clone");
      git(clone, ["read-tree", "HEAD"]);
      const { program, hasRun } = trap(folder);
      git(clone, ["config", "remote.origin.uploadpack", program]);
      git(clone, ["config", "protocol.file.allow", "always"]);
      const packs = (): string[] => readdirSync(join(clone, ".git/objects/pack")).toSorted();
      const before = packs();
      await expect(readAll(clone)).rejects.toMatchObject({ code: "InventoryFailed" });
      expect(packs()).toEqual(before);
      expect(hasRun()).toBe(false);
      // Git left alone asks for it, and then has it.
      git(clone, ["config", "--unset", "remote.origin.uploadpack"]);
      git(clone, ["cat-file", "blob", ":package.json"]);
      expect(packs()).not.toEqual(before);
      expect(await readAll(clone)).toEqual(['{"name":"far"}']);
    });
  });

  test("fails with a sentence of its own where nobody promised it", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      stage(folder, [["100644", "1".repeat(40), "package.json"]]);
      await expect(readAll(folder)).rejects.toMatchObject({
        message: "The repository inventory failed. A package manifest's content is not on this machine.",
      });
    });
  });
});

describe("manifests", () => {
  test("of 1 MiB are read, larger ones fail", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const text = "é".repeat(512 * 1024);
      stage(folder, [["100644", writeBlob(folder, text), "package.json"]]);
      expect(await readAll(folder)).toEqual([text]);
      stage(folder, [["100644", writeBlob(folder, `${text}x`), "package.json"]]);
      await expect(readAll(folder)).rejects.toMatchObject({
        code: "InventoryFailed",
        message: expect.stringContaining("larger than 1 MiB"),
      });
    });
  });

  test("of 16 MiB together are read, more fail", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const large = writeBlob(folder, "x".repeat(1024 * 1024));
      const sixteen = Array.from({ length: 16 }, (_, at) => ["100644", large, `p${at}/package.json`] as const);
      stage(folder, sixteen);
      expect(await readAll(folder)).toHaveLength(16);
      stage(folder, [["100644", writeBlob(folder, "x"), "one-more/package.json"]]);
      await expect(readAll(folder)).rejects.toMatchObject({ message: expect.stringContaining("larger than 16 MiB") });
    });
  });

  test("512 are read, more fail", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const blob = writeBlob(folder, "{}");
      const many = (count: number) =>
        Array.from({ length: count }, (_, at) => ["100644", blob, `p${at}/package.json`] as const);
      stage(folder, many(512));
      expect(await readAll(folder)).toHaveLength(512);
      stage(folder, many(513));
      await expect(readAll(folder)).rejects.toMatchObject({ message: expect.stringContaining("more than 512") });
    });
  });

  test("that are no UTF-8, a folder or another repository's commit fail", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const latin = writeBlob(folder, Buffer.from([0x7b, 0xe9, 0x7d]));
      stage(folder, [["100644", latin, "package.json"]]);
      await expect(readAll(folder)).rejects.toMatchObject({ message: expect.stringContaining("not valid UTF-8") });
      mkdirSync(join(folder, "sub"));
      rmSync(join(folder, "sub"), { recursive: true });
      const tree = git(folder, ["write-tree"]);
      await expect(inventory.texts(folder, [tree])).rejects.toMatchObject({ code: "InventoryFailed" });
    });
  });

  test("keep a byte order mark, and their order", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const one = writeBlob(folder, "\uFEFF{}");
      const other = writeBlob(folder, "");
      expect(await inventory.texts(folder, [other, one, other])).toEqual(["", "\uFEFF{}", ""]);
    });
  });
});
