import { appendFileSync, closeSync, ftruncateSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessionFiles } from "../../../src/adapters/session-files/session-files.ts";
import type { SessionSource, SourceLine } from "../../../src/ports/session-source.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

const source = createSessionFiles();
const sevenBytes = createSessionFiles({ chunkBytes: 7 });

async function collect(from: SessionSource, path: string, offset = 0, signal?: AbortSignal): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  for await (const batch of from.lines(path, offset, signal ? { signal } : {})) lines.push(...batch);
  return lines;
}

/** Writes a file, reads its lines in reads of 7 bytes and of 256 KiB, and expects the same. */
async function linesOf(content: string | Uint8Array, offset = 0): Promise<SourceLine[]> {
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, "s.jsonl");
    writeFileSync(path, content);
    const lines = await collect(source, path, offset);
    expect(await collect(sevenBytes, path, offset)).toEqual(lines);
    return lines;
  });
}

/** Characters of two to four bytes from just before the given byte on. */
const line = (bytes: number) => `${"x".repeat(bytes - 3)}€${"😀日é".repeat(40_000)}`;

describe("lines", () => {
  test("only 0x0A ends a line", async () => {
    const text = "a\u2028b\u2029c\u0085d\u000be\u000cf\rg\0h";
    expect(await linesOf(`${text}\nend\n`)).toEqual([
      { offset: 0, length: Buffer.byteLength(text), text },
      { offset: Buffer.byteLength(text) + 1, length: 3, text: "end" },
    ]);
  });

  test("a carriage return, empty lines and a byte order mark stay as they are", async () => {
    expect(await linesOf("\uFEFF{}\r\n\n\r\n")).toEqual([
      { offset: 0, length: 6, text: "\uFEFF{}\r" },
      { offset: 7, length: 0, text: "" },
      { offset: 8, length: 1, text: "\r" },
    ]);
  });

  test("invalid UTF-8 becomes U+FFFD, in raw byte ranges", async () => {
    const bytes = Buffer.from([0x61, 0xff, 0xc3, 0x0a, 0xe2, 0x82, 0x0a, 0xf0, 0x9f, 0x98, 0x80, 0x0a]);
    expect(await linesOf(bytes)).toEqual([
      { offset: 0, length: 3, text: "a\uFFFD\uFFFD" },
      { offset: 4, length: 2, text: "\uFFFD" },
      { offset: 7, length: 4, text: "😀" },
    ]);
  });

  test("a torn tail is not yielded, and is once its newline has come", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, Buffer.concat([Buffer.from('{"a":1}\n{"b":"'), Buffer.from("€").subarray(0, 2)]));
      expect(await collect(sevenBytes, path)).toEqual([{ offset: 0, length: 7, text: '{"a":1}' }]);
      appendFileSync(path, Buffer.concat([Buffer.from("€").subarray(2), Buffer.from('"}')]));
      expect(await collect(sevenBytes, path, 8)).toEqual([]);
      appendFileSync(path, "\n");
      expect(await collect(sevenBytes, path, 8)).toEqual([{ offset: 8, length: 11, text: '{"b":"€"}' }]);
      expect(await collect(source, path, 20)).toEqual([]);
      expect(await collect(source, path, 2000)).toEqual([]);
    });
  });

  test("empty file, lone newline, no newline at all", async () => {
    expect(await linesOf("")).toEqual([]);
    expect(await linesOf("\n")).toEqual([{ offset: 0, length: 0, text: "" }]);
    expect(await linesOf("no end")).toEqual([]);
  });

  test("characters across every 64 KiB and 1 MiB edge survive, in lines of any length", async () => {
    const texts = [line(65_536), line(1_048_575), line(1_048_577), "z".repeat(3 * 1024 * 1024), "afterbig"];
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, texts.map((text) => `${text}\n`).join(""));
      expect((await collect(source, path)).map(({ text }) => text)).toEqual(texts);
    });
  });

  test("many short lines come in bounded batches", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, "5\n".repeat(100_000));
      const sizes: number[] = [];
      for await (const batch of source.lines(path, 0)) sizes.push(batch.length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100_000);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1024);
    });
  });

  test("a line over the limit has text null and loses no line after it; one at the limit is whole", async () => {
    const small = createSessionFiles({ chunkBytes: 7, maxLineBytes: 20 });
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      for (const length of [19, 20, 21, 27, 28, 29, 100]) {
        writeFileSync(path, `first\n${"é".repeat(length / 2)}${"x".repeat(length % 2)}\nlast\n`);
        const [first, long, last, ...more] = await collect(small, path);
        expect(first).toEqual({ offset: 0, length: 5, text: "first" });
        expect(long).toMatchObject({ offset: 6, length });
        expect(long?.text === null).toBe(length > 20);
        expect(last).toEqual({ offset: 7 + length, length: 4, text: "last" });
        expect(more).toEqual([]);
      }
    });
  });

  test("64 MiB is the limit: one byte more is skipped without taking memory", async () => {
    const limit = 64 * 1024 * 1024;
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, "head\n");
      const sparse = openSync(path, "r+");
      ftruncateSync(sparse, 5 + limit + 1);
      writeSync(sparse, "\n", 5 + limit + 1);
      writeSync(sparse, "x".repeat(limit), 5 + limit + 2);
      writeSync(sparse, "\ntail\n", 5 + limit + 2 + limit);
      closeSync(sparse);
      const lines: { length: number; text: string | null }[] = [];
      for await (const batch of source.lines(path, 0)) {
        for (const { length, text } of batch) lines.push({ length, text: text === null ? null : text.slice(0, 9) });
      }
      expect(lines).toEqual([
        { length: 4, text: "head" },
        { length: limit + 1, text: null },
        { length: limit, text: "xxxxxxxxx" },
        { length: 4, text: "tail" },
      ]);
      expect(await source.record(path, 5, limit + 1)).toBeUndefined();
      expect((await source.record(path, 5 + limit + 2, limit))?.length).toBe(limit);
    });
  });

  test("a file that grows meanwhile ends where it ended when it was opened; one that shrinks ends early", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, "1\n2\n3\n4\n5\n6\n7\n");
      const grown: string[] = [];
      for await (const batch of sevenBytes.lines(path, 0)) {
        grown.push(...batch.map(({ text }) => text ?? ""));
        appendFileSync(path, "8\n");
      }
      expect(grown).toEqual(["1", "2", "3", "4", "5", "6", "7"]);

      const shrunk: string[] = [];
      for await (const batch of sevenBytes.lines(path, 0)) {
        shrunk.push(...batch.map(({ text }) => text ?? ""));
        truncateSync(path, 4);
      }
      expect(shrunk).toEqual(["1", "2", "3"]);
    });
  });
});

describe("cancelling and leaving", () => {
  test("an aborted signal ends the stream at the next batch", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
      const controller = new AbortController();
      let batches = 0;
      const read = async () => {
        for await (const batch of sevenBytes.lines(path, 0, { signal: controller.signal })) {
          batches += batch.length > 0 ? 1 : 0;
          controller.abort();
        }
      };
      await expect(read()).rejects.toMatchObject({ code: "Cancelled" });
      expect(batches).toBe(1);
      await expect(collect(source, path, 0, AbortSignal.abort())).rejects.toMatchObject({ code: "Cancelled" });
    });
  });

  test("leaving the loop early and failing to open leave no file open", async () => {
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      writeFileSync(path, "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
      const firstFree = () => {
        const descriptor = openSync(path, "r");
        closeSync(descriptor);
        return descriptor;
      };
      const before = firstFree();
      for await (const batch of sevenBytes.lines(path, 0)) if (batch.length > 0) break;
      await collect(sevenBytes, path);
      await source.record(path, 0, 1);
      await source.bytes(path, 0, 1);
      await expect(collect(source, folder)).rejects.toMatchObject({ code: "SourceUnreadable" });
      await expect(collect(source, `${folder}/./s.jsonl`)).rejects.toMatchObject({ code: "SourceUnreadable" });
      expect(firstFree()).toBe(before);
    });
  });
});
