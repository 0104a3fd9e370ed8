import { writeQuoted } from "./write-name.ts";

/** Pi's own ids, and every other one that nothing in a line can be mistaken for. */
const PLAIN = /^[A-Za-z0-9@][\w.@:+/-]*$/;
/** Bytes of the longest id that is written. Pi's have 8 and 36; a file written by hand may hold anything. */
const MAX_ID_BYTES = 1_024;

/**
 * An id as the model has to give it back: whole or not at all, since a part of one names nothing. Other ids than Pi's stand in quotes as
 * JSON; one beyond 1,024 bytes is replaced by its size (the structured content has it).
 */
export function writeId(id: string): string {
  if (id.length <= MAX_ID_BYTES) {
    const written = PLAIN.test(id) ? id : writeQuoted(id);
    if (Buffer.byteLength(written) <= MAX_ID_BYTES) return written;
  }
  return `(id of ${Buffer.byteLength(id)} bytes, not shown)`;
}
