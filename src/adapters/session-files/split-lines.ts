import { readSync } from "node:fs";
import type { SourceLine } from "../../ports/session-source.ts";

export interface LineLimits {
  /** Bytes asked for in one read. */
  readonly chunkBytes: number;
  /** Longest line in bytes that is decoded; a longer one is reported with text null and never held in memory. */
  readonly maxLineBytes: number;
}

/** Lines in one batch at most, so that a file of very short lines does not become one huge array. */
const MAX_BATCH_LINES = 1024;
const NEWLINE = 0x0a;

/**
 * Cuts `[start, end)` of an open file into newline-terminated lines, as batches of what one read brings. Only the byte 0x0A ends a
 * line: no byte of a longer UTF-8 sequence has that value, so a character is never cut, wherever the reads fall. What follows the
 * last newline is not yielded. `start` must be the beginning of a line.
 *
 *     buffer: |<- filled: begin of a line ->|<- one read ->|      |
 *
 * Memory: the longest decoded line and one read. Every byte is scanned once.
 */
export function* splitLines(
  descriptor: number,
  start: number,
  end: number,
  { chunkBytes, maxLineBytes }: LineLimits,
): Generator<readonly SourceLine[]> {
  let buffer = Buffer.allocUnsafe(Math.max(1, Math.min(chunkBytes, end - start)));
  let position = start;
  let lineOffset = start;
  let filled = 0;
  /** Bytes of the current line that were dropped because it is over the limit. */
  let dropped = 0;
  let lines: SourceLine[] = [];

  while (position < end) {
    if (buffer.length - filled < Math.min(chunkBytes, end - position) / 2) {
      const doubled = Math.min(buffer.length * 2, maxLineBytes + chunkBytes);
      const larger = Buffer.allocUnsafe(Math.max(doubled, filled + chunkBytes));
      buffer.copy(larger, 0, 0, filled);
      buffer = larger;
    }
    const wanted = Math.min(chunkBytes, buffer.length - filled, end - position);
    const count = readSync(descriptor, buffer, filled, wanted, position);
    // The file became shorter: what is gone is not yielded.
    if (count === 0) return;
    position += count;

    const content = buffer.subarray(0, filled + count);
    let lineStart = 0;
    let newline = content.indexOf(NEWLINE, filled);
    while (newline !== -1) {
      const length = dropped + newline - lineStart;
      const text = length > maxLineBytes ? null : content.toString("utf8", lineStart, newline);
      lines.push({ offset: lineOffset, length, text });
      lineOffset += length + 1;
      lineStart = newline + 1;
      dropped = 0;
      if (lines.length === MAX_BATCH_LINES) {
        yield lines;
        lines = [];
      }
      newline = content.indexOf(NEWLINE, lineStart);
    }

    filled = content.length - lineStart;
    if (dropped + filled > maxLineBytes) {
      dropped += filled;
      filled = 0;
    } else if (lineStart > 0) {
      content.copyWithin(0, lineStart);
    }
    if (lines.length > 0) {
      yield lines;
      lines = [];
    }
  }
}
