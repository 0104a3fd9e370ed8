import type { SessionSource } from "../../../ports/session-source.ts";
import { RecallError } from "../../model/errors.ts";
import type { CallOptions } from "../history.ts";
import { readSessionHeader, type SessionHeader } from "./read-session.ts";

/** Bytes of a file that are read for its header at first: Pi's headers take some hundred. */
const BEGINNING_BYTES = 2_048;
const NEWLINE = 0x0a;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The header of a session file. Undefined for a file that is no session, or cannot be read: both are found out, and counted, when its turn
 * has come. Cost: its first line. Errors: `Cancelled`.
 */
export async function findHeader(
  path: string,
  source: SessionSource,
  options: CallOptions,
): Promise<SessionHeader | undefined> {
  try {
    return await readSessionHeader(path, firstLineAlone(source), options);
  } catch (error) {
    if (error instanceof RecallError && error.code === "SourceUnreadable") return undefined;
    throw error;
  }
}

/** The source with a short first line of a file as a batch of its own: whoever stops there has read next to nothing. */
function firstLineAlone(source: SessionSource): SessionSource {
  return {
    walk: (roots, options) => source.walk(roots, options),
    async *lines(path, offset, options) {
      const beginning = await source.bytes(path, offset, BEGINNING_BYTES);
      const length = beginning.indexOf(NEWLINE);
      if (length !== -1) yield [{ offset, length, text: decoder.decode(beginning.subarray(0, length)) }];
      yield* source.lines(path, offset + length + 1, options);
    },
    record: (path, offset, length) => source.record(path, offset, length),
    bytes: (path, offset, length) => source.bytes(path, offset, length),
    look: (path) => source.look(path),
  };
}
