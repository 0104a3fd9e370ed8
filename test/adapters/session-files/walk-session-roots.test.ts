import { execFileSync } from "node:child_process";
import { linkSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessionFiles } from "../../../src/adapters/session-files/session-files.ts";
import type { SourceWalk } from "../../../src/ports/session-source.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const source = createSessionFiles();

/** Writes empty-looking sessions (and the folders they need) below a folder. */
function plant(folder: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), `{"type":"session","id":"${name}"}\n`);
  }
}

/** A walk with paths relative to a folder, for reading. */
function below(folder: string, walk: SourceWalk) {
  return {
    files: walk.files.map((file) => relative(folder, file.path)),
    skipped: Object.fromEntries(walk.skipped.map(({ reason, count }) => [reason, count])),
    completeRoots: walk.completeRoots.map((root) => relative(folder, root)),
  };
}

describe("discovery", () => {
  test("finds *.jsonl at any depth up to 8 folders, ignores hidden names and other endings", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(
        join(folder, "s"),
        "top.jsonl",
        "1/2/3/4/5/6/7/8/deepest.jsonl",
        "1/2/3/4/5/6/7/8/9/lost.jsonl",
        ".hidden.jsonl",
        ".hidden/in.jsonl",
        "a/.b/c.jsonl",
        "notes.txt",
        "upper.JSONL",
        "x.jsonl.bak",
      );
      expect(below(folder, await source.walk([join(folder, "s")]))).toEqual({
        files: ["s/1/2/3/4/5/6/7/8/deepest.jsonl", "s/top.jsonl"],
        skipped: { "too-deep": 1 },
        completeRoots: ["s"],
      });
    });
  });

  test("tells size, time in whole milliseconds and identity, as look does", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "one.jsonl");
      const path = join(folder, "one.jsonl");
      const stats = lstatSync(path, { bigint: true });
      const expected = {
        path,
        bytes: Number(stats.size),
        modifiedMs: Number(stats.mtimeMs),
        identity: `${stats.dev}:${stats.ino}`,
      };
      expect((await source.walk([folder])).files).toEqual([expected]);
      expect(await source.look(path)).toEqual(expected);
    });
  });

  test("reads thousands of files in one folder", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, ...Array.from({ length: 3000 }, (_, index) => `${index}.jsonl`));
      expect((await source.walk([folder])).files).toHaveLength(3000);
    });
  });

  test("is cancelled by its signal, before and during the walk", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "a/one.jsonl", "b/two.jsonl");
      await expect(source.walk([folder], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "Cancelled" });
      const controller = new AbortController();
      const walk = source.walk([folder], { signal: controller.signal });
      controller.abort();
      await expect(walk).rejects.toMatchObject({ code: "Cancelled" });
    });
  });
});

describe("items that look like sessions and are none", () => {
  test("folders, pipes, dangling links and links out of every root are counted once each and nothing blocks", async () => {
    await withTemporaryFolder(async (folder) => {
      const root = join(folder, "s");
      plant(folder, "s/good.jsonl", "outside.jsonl", "elsewhere/other.jsonl", "s-too/near.jsonl", "plain.txt");
      mkdirSync(join(root, "x.jsonl"));
      execFileSync("sh", ["-c", 'mkfifo "$0" "$1"', join(root, "pipe.jsonl"), join(root, "pipe.txt")]);
      symlinkSync("/nonexistent/nowhere", join(root, "dangling.jsonl"));
      symlinkSync("/nonexistent/nowhere", join(root, "dangling"));
      symlinkSync(join(root, "self.jsonl"), join(root, "self.jsonl"));
      symlinkSync("../outside.jsonl", join(root, "link.jsonl"));
      symlinkSync("../outside.jsonl", join(root, "latest"));
      symlinkSync("../s-too/near.jsonl", join(root, "near.jsonl"));
      symlinkSync("../plain.txt", join(root, "dressed-up.jsonl"));
      symlinkSync("../plain.txt", join(root, "readme"));
      symlinkSync("../elsewhere", join(root, "archive"));
      symlinkSync("../elsewhere", join(root, ".hidden-link"));
      expect(below(folder, await source.walk([root]))).toEqual({
        files: ["s/good.jsonl"],
        skipped: { "not-a-regular-file": 2, "outside-root": 5, unreadable: 2 },
        completeRoots: ["s"],
      });
    });
  });

  test("a folder named like a session is counted and still entered", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "run.jsonl/child.jsonl");
      expect(below(folder, await source.walk([folder]))).toMatchObject({
        files: ["run.jsonl/child.jsonl"],
        skipped: { "not-a-regular-file": 1 },
      });
    });
  });

  test("links into a root add nothing and are not counted, loops included", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "s/in.jsonl", "s/deep/er.jsonl", "other/far.jsonl");
      symlinkSync(".", join(folder, "s/loop"));
      symlinkSync("../../s", join(folder, "s/deep/up"));
      symlinkSync("deep/er.jsonl", join(folder, "s/again.jsonl"));
      symlinkSync("../other", join(folder, "s/other-root"));
      symlinkSync("../other/far.jsonl", join(folder, "s/far.jsonl"));
      expect(below(folder, await source.walk([join(folder, "s"), join(folder, "other")]))).toEqual({
        files: ["other/far.jsonl", "s/deep/er.jsonl", "s/in.jsonl"],
        skipped: {},
        completeRoots: ["other", "s"],
      });
    });
  });

  test("a link named like a session whose target is in a root but is no session is counted", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "data.txt", ".hidden/in.jsonl");
      symlinkSync("data.txt", join(folder, "a.jsonl"));
      symlinkSync(".hidden/in.jsonl", join(folder, "b.jsonl"));
      expect(below(folder, await source.walk([folder]))).toMatchObject({
        files: [],
        skipped: { "not-a-regular-file": 2 },
      });
    });
  });

  test("hard links are two files with one identity", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "one.jsonl");
      linkSync(join(folder, "one.jsonl"), join(folder, "two.jsonl"));
      const { files } = await source.walk([folder]);
      expect(files.map((file) => file.identity)).toEqual([files[0]?.identity, files[0]?.identity]);
    });
  });
});

describe("roots", () => {
  test("spellings, links and overlaps of roots give each file once, whatever their order", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "sessions/s1.jsonl", "sessions/nested/s2.jsonl", "archive/s1.jsonl");
      symlinkSync("sessions", join(folder, "alias"));
      const roots = [
        join(folder, "sessions"),
        `${folder}/sessions/../sessions/`,
        join(folder, "alias"),
        join(folder, "alias/nested"),
        relative(process.cwd(), join(folder, "archive")),
        folder,
      ];
      const expected = {
        files: ["archive/s1.jsonl", "sessions/nested/s2.jsonl", "sessions/s1.jsonl"],
        skipped: {},
        completeRoots: ["", "archive", "sessions", "sessions/nested"],
      };
      for (const order of [roots, roots.toReversed(), [...roots.slice(3), ...roots.slice(0, 3)]]) {
        expect(below(folder, await source.walk(order))).toEqual(expected);
      }
    });
  });

  test("a root below another one keeps its own depth, also where the outer one does not look", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "1/2/3/4/5/6/7/8/9/x.jsonl", ".archive/y.jsonl");
      const roots = [folder, join(folder, "1"), join(folder, ".archive")];
      expect(below(folder, await source.walk(roots))).toMatchObject({
        files: [".archive/y.jsonl", "1/2/3/4/5/6/7/8/9/x.jsonl"],
        skipped: {},
      });
    });
  });

  test("a root that is certainly gone is empty and complete", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "here/a.jsonl");
      const roots = [join(folder, "gone/very"), join(folder, "here")];
      expect(below(folder, await source.walk(roots))).toEqual({
        files: ["here/a.jsonl"],
        skipped: {},
        completeRoots: ["gone/very", "here"],
      });
      rmSync(join(folder, "here"), { recursive: true });
      expect(below(folder, await source.walk(roots)).completeRoots).toEqual(["gone/very", "here"]);
    });
  });

  test("a root that may only be out of reach is not complete and is counted once", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "file.jsonl", "disk/a.jsonl");
      symlinkSync(join(folder, "disk"), join(folder, "mounted"));
      renameSync(join(folder, "disk"), join(folder, "away"));
      const roots = [
        join(folder, "mounted"),
        `${folder}/./mounted/`,
        join(folder, "mounted/sub"),
        join(folder, "file.jsonl/sub"),
        join(folder, "file.jsonl"),
      ];
      expect(below(folder, await source.walk(roots))).toEqual({
        files: [],
        skipped: { unreadable: 4 },
        completeRoots: [],
      });
    });
  });

  test("a folder that cannot be read makes its root and the roots around it incomplete, and no other", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "a/b/good.jsonl", "c/other.jsonl");
      // A name that is no UTF-8 cannot be opened by its text: permission bits would not stop a test that runs as root.
      mkdirSync(Buffer.concat([Buffer.from(`${folder}/a/b/`), Buffer.from([0xff])]));
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/c/`), Buffer.from([0xff]), Buffer.from(".jsonl")]), "");
      const roots = [folder, join(folder, "a/b"), join(folder, "c")];
      expect(below(folder, await source.walk(roots))).toEqual({
        files: ["a/b/good.jsonl", "c/other.jsonl"],
        skipped: { unreadable: 2 },
        completeRoots: ["c"],
      });
      execFileSync("rm", ["-rf", join(folder, "a/b"), join(folder, "c")]);
    });
  });

  test("no roots: nothing", async () => {
    expect(await source.walk([])).toEqual({ files: [], skipped: [], completeRoots: [] });
  });
});

describe("what is excluded", () => {
  test("is neither found nor counted, whatever it is and however it is spelled", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(join(folder, "s"), "a/in.jsonl", "a/out/x.jsonl", "a/out/deep/y.jsonl", "outer/z.jsonl", "one.jsonl");
      mkdirSync(join(folder, "s/a/out/folder.jsonl"));
      symlinkSync("/etc/passwd", join(folder, "s/a/out/link.jsonl"));
      symlinkSync(join(folder, "s/a/out/x.jsonl"), join(folder, "s/a/to-x.jsonl"));
      symlinkSync(join(folder, "s/a"), join(folder, "alias"));
      const exclude = [join(folder, "alias/out"), join(folder, "s/one.jsonl"), join(folder, "s/gone")];
      expect(below(folder, await source.walk([join(folder, "s")], { exclude }))).toEqual({
        files: ["s/a/in.jsonl", "s/outer/z.jsonl"],
        skipped: {},
        completeRoots: ["s"],
      });
    });
  });

  test("may be a root, which then is empty and complete", async () => {
    await withTemporaryFolder(async (folder) => {
      plant(folder, "s/x.jsonl", "t/y.jsonl");
      const roots = [join(folder, "s"), join(folder, "t")];
      expect(below(folder, await source.walk(roots, { exclude: [join(folder, "s")] }))).toEqual({
        files: ["t/y.jsonl"],
        skipped: {},
        completeRoots: ["s", "t"],
      });
      expect((await source.walk(roots, { exclude: [folder] })).files).toEqual([]);
    });
  });
});
