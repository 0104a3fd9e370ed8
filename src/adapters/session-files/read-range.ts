import { closeSync, readSync } from "node:fs";
import { openRegularFile } from "./open-regular-file.ts";

/** The bytes of a file from `offset` on, at most `length`, fewer at its end; none when it cannot be opened or read. Cost: what is returned. */
export function readRange(path: string, offset: number, length: number): Uint8Array {
  let file: ReturnType<typeof openRegularFile>;
  try {
    file = openRegularFile(path);
  } catch {
    return new Uint8Array();
  }
  try {
    // Never trust a stored length further than the file goes: it decides how much memory is taken.
    const bytes = new Uint8Array(Math.max(0, Math.min(length, file.bytes - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(file.descriptor, bytes, filled, bytes.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } catch {
    return new Uint8Array();
  } finally {
    closeSync(file.descriptor);
  }
}
