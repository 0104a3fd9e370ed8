import { readRange } from "./read-range.ts";

const NEWLINE = 0x0a;

/**
 * The line that occupies exactly `[offset, offset + length)` of a file, decoded as UTF-8; undefined when these bytes are no longer one
 * whole line: a newline (or the file's start) before, one after, none inside. `length` is in bytes, without the newline.
 */
export function readRecord(path: string, offset: number, length: number, maxLineBytes: number): string | undefined {
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) return undefined;
  if (offset < 0 || length < 0 || length > maxLineBytes) return undefined;
  const before = offset === 0 ? 0 : 1;
  const bytes = readRange(path, offset - before, before + length + 1);
  if (bytes.length !== before + length + 1) return undefined;
  if (before === 1 && bytes[0] !== NEWLINE) return undefined;
  if (bytes.indexOf(NEWLINE, before) !== before + length) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset + before, length).toString("utf8");
}
