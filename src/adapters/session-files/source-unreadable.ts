import { RecallError } from "../../domain/model/errors.ts";

/** The error for a session file that cannot be opened or read. Neither path nor driver text is in the message; both are in `cause`. */
export function sourceUnreadable(cause: unknown): RecallError {
  return new RecallError(
    "SourceUnreadable",
    "A session file cannot be read: check that it still exists, is a regular file and may be read by you.",
    { cause },
  );
}
