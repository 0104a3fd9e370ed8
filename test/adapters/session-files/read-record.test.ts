import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessionFiles } from "../../../src/adapters/session-files/session-files.ts";
import { RecallError } from "../../../src/domain/model/errors.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const source = createSessionFiles();

async function failureOfLines(path: string): Promise<unknown> {
  try {
    for await (const batch of source.lines(path, 0)) return batch;
  } catch (error) {
    return error;
  }
  return "no line";
}

describe("what is no regular file", () => {
  test("is refused with a plain error and never blocks", async () => {
    await withTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, "real"));
      writeFileSync(join(folder, "real/s.jsonl"), "secret\n");
      writeFileSync(join(folder, "file"), "");
      mkdirSync(join(folder, "folder.jsonl"));
      execFileSync("sh", ["-c", 'mkfifo "$0"', join(folder, "pipe.jsonl")]);
      symlinkSync("real/s.jsonl", join(folder, "link.jsonl"));
      symlinkSync("real", join(folder, "linked"));
      for (const name of [
        "folder.jsonl",
        "pipe.jsonl",
        "link.jsonl",
        "linked/s.jsonl",
        "gone.jsonl",
        "file/x.jsonl",
        "a\0b",
      ]) {
        const path = join(folder, name);
        const error = await failureOfLines(path);
        expect(error, name).toBeInstanceOf(RecallError);
        expect(error, name).toMatchObject({ code: "SourceUnreadable", cause: expect.any(Error) });
        expect(String(error), name).not.toContain(folder);
        expect(await source.record(path, 0, 6), name).toBeUndefined();
        expect(await source.bytes(path, 0, 6), name).toEqual(new Uint8Array());
        expect(await source.look(path), name).toBeUndefined();
      }
    });
  });

  test("a folder that became a link after the walk no longer holds its records", async () => {
    await withTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, "s"));
      const path = join(folder, "s/a.jsonl");
      writeFileSync(path, "word\n");
      expect(await source.record(path, 0, 4)).toBe("word");
      renameSync(join(folder, "s"), join(folder, "moved"));
      symlinkSync("moved", join(folder, "s"));
      expect(await source.record(path, 0, 4)).toBeUndefined();
      expect(await source.look(path)).toBeUndefined();
    });
  });
});

describe("record", () => {
  test("answers only for exactly one whole line", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(
        path,
        Buffer.concat([Buffer.from("ab€\n\nlast\r\n"), Buffer.from([0xff, 0x0a]), Buffer.from("torn")]),
      );
      expect(await source.record(path, 0, 5)).toBe("ab€");
      expect(await source.record(path, 6, 0)).toBe("");
      expect(await source.record(path, 7, 5)).toBe("last\r");
      expect(await source.record(path, 13, 1)).toBe("\uFFFD");
      const wrong = [
        [0, 4],
        [0, 6],
        [1, 4],
        [0, 12],
        [6, 1],
        [7, 4],
        [8, 4],
        [15, 4],
        [15, 3],
        [99, 1],
        [-1, 5],
        [0, -1],
        [0.5, 5],
        [0, 2 ** 52],
      ];
      for (const [offset = 0, length = 0] of wrong) {
        expect(await source.record(path, offset, length), `${offset} ${length}`).toBeUndefined();
      }
    });
  });
});

describe("bytes", () => {
  test("gives what the file holds of the range", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, "0123456789");
      const text = async (offset: number, length: number) =>
        Buffer.from(await source.bytes(path, offset, length)).toString();
      expect(await text(2, 3)).toBe("234");
      expect(await text(8, 1_000_000_000_000)).toBe("89");
      expect(await text(10, 5)).toBe("");
      expect(await text(0, 0)).toBe("");
      rmSync(path);
      expect(await text(0, 5)).toBe("");
    });
  });
});
