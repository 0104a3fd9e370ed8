import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { createSessionFiles } from "../../../src/adapters/session-files/session-files.ts";
import { splitLines } from "../../../src/adapters/session-files/split-lines.ts";
import type { SourceLine } from "../../../src/ports/session-source.ts";
import { withTemporaryFolder } from "../../support/with-temporary-folder.ts";

/** The obvious reading: cut the whole file at 0x0A and drop what follows the last one. */
function naiveLines(bytes: Uint8Array, start: number, maxLineBytes: number): SourceLine[] {
  const lines: SourceLine[] = [];
  for (let offset = start, index = start; index < bytes.length; index++) {
    if (bytes[index] !== 10) continue;
    const line = bytes.subarray(offset, index);
    const text = line.length > maxLineBytes ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(line);
    lines.push({ offset, length: line.length, text });
    offset = index + 1;
  }
  return lines;
}

/** Bytes with many newlines, multi-byte characters, their halves, and line ends of other systems. */
const contents = fc
  .array(
    fc.oneof(
      fc
        .constantFrom("\n", "\n", "\r\n", "\u2028", "\u2029", "\u0085", "\uFEFF", "😀", "€", "é", "x".repeat(13))
        .map((text) => Buffer.from(text)),
      fc.string({ unit: "binary", maxLength: 20 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.concat(parts));

test("lines equal a cut of the whole buffer, for any content, chunk size, limit and starting line", async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, "s.jsonl");
    await fc.assert(
      fc.asyncProperty(
        contents,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 60 }),
        fc.nat(),
        async (content, chunkBytes, maxLineBytes, pick) => {
          writeFileSync(path, content);
          const limits = { chunkBytes, maxLineBytes };
          const whole = naiveLines(content, 0, maxLineBytes);
          const starts = [0, ...whole.map(({ offset, length }) => offset + length + 1)];
          const start = starts[pick % starts.length] ?? 0;

          const descriptor = openSync(path, "r");
          const lines = [...splitLines(descriptor, start, content.length, limits)].flat();
          closeSync(descriptor);
          expect(lines).toEqual(naiveLines(content, start, maxLineBytes));

          const source = createSessionFiles(limits);
          for (const { offset, length, text } of lines) {
            expect(await source.record(path, offset, length)).toEqual(text ?? undefined);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("reading leaves the file as it was", async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, "s.jsonl");
    writeFileSync(path, Buffer.concat([Buffer.from("one\r\n\n\uFEFFtwo\n"), Buffer.from([0xff]), Buffer.from("torn")]));
    const hash = () => createHash("sha256").update(readFileSync(path)).digest("hex");
    const before = hash();
    const source = createSessionFiles({ chunkBytes: 7 });
    await source.walk([folder]);
    for await (const batch of source.lines(path, 0)) {
      for (const { offset, length } of batch) await source.record(path, offset, length);
    }
    await source.bytes(path, 0, 100);
    expect(hash()).toBe(before);
  });
});
