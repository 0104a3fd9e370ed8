import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGitInventory } from "../../../../src/adapters/git/repository-inventory/git-inventory.ts";
import { git, stage, writeBlob } from "../../../support/git.ts";
import { withTemporaryFolder } from "../../../support/with-temporary-folder.ts";

const inventory = createGitInventory();

/** A repository with `run.sh`, `notes.md` and `package.json` committed. */
function repository(folder: string): void {
  git(folder, ["init", "-q"]);
  writeFileSync(join(folder, "run.sh"), "#!/bin/sh\n");
  writeFileSync(join(folder, "notes.md"), "notes\n");
  writeFileSync(join(folder, "package.json"), "{}\n");
  chmodSync(join(folder, "run.sh"), 0o755);
  git(folder, ["add", "."]);
  git(folder, ["commit", "-qm", "begin"]);
}

async function modesOf(folder: string): Promise<Record<string, string>> {
  const entries = await inventory.entries(folder);
  return Object.fromEntries(entries.map(({ path, mode }) => [path, mode]));
}

const COMMITTED = { "notes.md": "100644", "package.json": "100644", "run.sh": "100755" };

describe("the entries of an index", () => {
  test("are none in a new repository", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      expect(await inventory.entries(folder)).toEqual([]);
    });
  });

  test("come in the order of the index, from wherever in the work tree", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      mkdirSync(join(folder, "below"));
      const entries = await inventory.entries(folder);
      expect(entries.map(({ path }) => path)).toEqual(["notes.md", "package.json", "run.sh"]);
      expect(entries[1]).toEqual({
        path: "package.json",
        mode: "100644",
        objectId: git(folder, ["rev-parse", ":package.json"]),
        stage: 0,
      });
    });
  });

  test("follow what is staged: additions, changes, deletions and modes", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, "new.sh"), "#!/bin/sh\n");
      git(folder, ["add", "new.sh"]);
      git(folder, ["update-index", "--chmod=+x", "new.sh"]);
      git(folder, ["update-index", "--chmod=-x", "run.sh"]);
      git(folder, ["rm", "-q", "--cached", "notes.md"]);
      writeFileSync(join(folder, "package.json"), '{"name":"changed"}\n');
      git(folder, ["add", "package.json"]);
      expect(await modesOf(folder)).toEqual({ "new.sh": "100755", "package.json": "100644", "run.sh": "100644" });
      const manifest = (await inventory.entries(folder)).find(({ path }) => path === "package.json");
      expect(await inventory.texts(folder, [manifest?.objectId ?? ""])).toEqual(['{"name":"changed"}\n']);
    });
  });

  test("know nothing of the work tree: changes, deletions, modes, links and files that are not staged", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, "package.json"), '{"name":"changed"}\n');
      writeFileSync(join(folder, "untracked.sh"), "#!/bin/sh\n");
      chmodSync(join(folder, "untracked.sh"), 0o755);
      chmodSync(join(folder, "notes.md"), 0o755);
      chmodSync(join(folder, "run.sh"), 0o644);
      rmSync(join(folder, "notes.md"));
      symlinkSync("/etc/passwd", join(folder, "notes.md"));
      expect(await modesOf(folder)).toEqual(COMMITTED);
      const manifest = (await inventory.entries(folder)).find(({ path }) => path === "package.json");
      expect(await inventory.texts(folder, [manifest?.objectId ?? ""])).toEqual(["{}\n"]);
    });
  });

  test("name links and other repositories by their modes", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      symlinkSync("run.sh", join(folder, "link.sh"));
      git(folder, ["add", "link.sh"]);
      mkdirSync(join(folder, "inner"));
      repository(join(folder, "inner"));
      git(folder, ["-c", "advice.addEmbeddedRepo=false", "add", "inner"]);
      expect(await modesOf(folder)).toEqual({ ...COMMITTED, "link.sh": "120000", inner: "160000" });
    });
  });

  test("show the sides of a conflict", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      git(folder, ["checkout", "-qb", "other"]);
      writeFileSync(join(folder, "notes.md"), "theirs\n");
      git(folder, ["commit", "-qam", "theirs"]);
      git(folder, ["checkout", "-q", "-"]);
      writeFileSync(join(folder, "notes.md"), "ours\n");
      git(folder, ["commit", "-qam", "ours"]);
      expect(() => git(folder, ["merge", "other"])).toThrow();
      const conflict = (await inventory.entries(folder)).filter(({ path }) => path === "notes.md");
      expect(conflict.map((entry) => entry.stage)).toEqual([1, 2, 3]);
    });
  });

  test("have their names as they are, whatever is in them", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const names = ["a b", 'quote"d', "tab\there", "new\nline", "Größe/数据.md", "back\\slash", "…", ".gitignore"];
      const blob = writeBlob(folder, "x");
      stage(
        folder,
        names.map((name) => ["100644", blob, name] as const),
      );
      expect(Object.keys(await modesOf(folder)).toSorted()).toEqual(names.toSorted());
    });
  });

  test("come from repositories with SHA-256 too", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q", "--object-format=sha256"]);
      writeFileSync(join(folder, "package.json"), "{}");
      git(folder, ["add", "."]);
      const [entry] = await inventory.entries(folder);
      expect(entry?.objectId).toMatch(/^[0-9a-f]{64}$/);
      expect(await inventory.texts(folder, [entry?.objectId ?? ""])).toEqual(["{}"]);
    });
  });

  test("fail on a name that is no UTF-8", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const blob = writeBlob(folder, "x");
      stage(folder, [["100644", blob, Buffer.from([0x61, 0xff, 0x62])]]);
      await expect(inventory.entries(folder)).rejects.toMatchObject({
        code: "InventoryFailed",
        message: "The repository inventory failed. A name in the index is not valid UTF-8.",
      });
    });
  });

  test("fail over 8 MiB, and not below", async () => {
    await withTemporaryFolder(async (folder) => {
      git(folder, ["init", "-q"]);
      const blob = writeBlob(folder, "x");
      // 4,000 bytes of path, 50 of what stands before it, and the zero behind it.
      const long = (at: number): string => `${String(at).padStart(5, "0")}/${"d/".repeat(1_972)}${"f".repeat(50)}`;
      const entries = Array.from({ length: 2_080 }, (_, at) => ["100644", blob, long(at)] as const);
      stage(folder, entries.slice(0, 2_060));
      expect(await inventory.entries(folder)).toHaveLength(2_060);
      stage(folder, entries);
      await expect(inventory.entries(folder)).rejects.toMatchObject({
        code: "InventoryFailed",
        message: expect.stringContaining("more than is read"),
      });
    });
  });

  test("fail where the index is damaged", async () => {
    await withTemporaryFolder(async (folder) => {
      repository(folder);
      writeFileSync(join(folder, ".git/index"), "DIRC, but no more");
      await expect(inventory.entries(folder)).rejects.toMatchObject({ code: "InventoryFailed" });
    });
  });
});
