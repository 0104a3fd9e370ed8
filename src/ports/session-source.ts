import type { SkippedRecord } from "./source-record.ts";

/** A regular session file below a root. */
export interface SourceFile {
  /** Real path. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Device and inode as text. */
  readonly identity: string;
}

export interface SourceWalk {
  /** In any order, each real path once. */
  readonly files: readonly SourceFile[];
  /** Directory items that look like sessions and are none: links out of the root, directories, pipes. */
  readonly skipped: readonly SkippedRecord[];
  /** The real paths of the roots whose whole tree was read: only these may lose sessions. */
  readonly completeRoots: readonly string[];
}

export interface WalkOptions {
  readonly signal?: AbortSignal;
  /** Folders and files to leave out with everything below them, absolute. Default none. */
  readonly exclude?: readonly string[];
}

/** One newline-terminated line of a file. */
export interface SourceLine {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Bytes, without the newline. */
  readonly length: number;
  /** The line decoded as UTF-8 (invalid bytes become U+FFFD), or null when it is over the size limit. */
  readonly text: string | null;
}

/** Pi's session files. Never writes, opens regular files only, never follows a link out of a root. */
export interface SessionSource {
  /**
   * Finds session files below the roots: `*.jsonl` up to 8 directories deep, hidden names ignored. A root that is certainly gone is
   * empty and complete; one that may only be out of reach (below an unreadable folder, a dangling link) is not complete. What is
   * excluded is neither entered nor counted.
   */
  walk(roots: readonly string[], options?: WalkOptions): Promise<SourceWalk>;
  /**
   * Complete lines from a byte offset, as batches, in O(longest line) memory. A last line without newline is not yielded.
   * Errors: `SourceUnreadable`, `Cancelled`.
   */
  lines(
    path: string,
    offset: number,
    options?: { readonly signal?: AbortSignal },
  ): AsyncIterable<readonly SourceLine[]>;
  /** One record by byte range, decoded as UTF-8; undefined when the file no longer holds that range as one whole line, or cannot be read. */
  record(path: string, offset: number, length: number): Promise<string | undefined>;
  /** Bytes of a range for verification; fewer than asked at the end of the file, none when it is gone or cannot be read. */
  bytes(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** The file as it is now, or undefined when it is gone or no regular file. */
  look(path: string): Promise<SourceFile | undefined>;
}
