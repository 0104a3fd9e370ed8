import type { SessionSource } from "../src/ports/session-source.ts";

/** Bytes that were taken from session files. */
export interface BytesRead {
  bytes: number;
}

/** The source, with every byte counted that it hands out: of lines with their newlines, of single records and of ranges. */
export function countBytes(source: SessionSource, read: BytesRead): SessionSource {
  return {
    walk: (roots, options) => source.walk(roots, options),
    look: (path) => source.look(path),
    async *lines(path, offset, options) {
      for await (const batch of source.lines(path, offset, options)) {
        for (const line of batch) read.bytes += line.length + 1;
        yield batch;
      }
    },
    record: (path, offset, length) => {
      read.bytes += length + 1;
      return source.record(path, offset, length);
    },
    bytes: async (path, offset, length) => {
      const bytes = await source.bytes(path, offset, length);
      read.bytes += bytes.length;
      return bytes;
    },
  };
}
