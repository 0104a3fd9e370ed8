import { RecallError } from "../../domain/model/errors.ts";

const DAMAGE_SENTENCE = "The index is damaged; delete it, it is rebuilt from the session files.";

const SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, "The index is busy with another process; try again in a moment."],
  [/^SQLITE_FULL/, "There is no space left to write the index; free some disk space and try again."],
  [
    /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/,
    "The index cannot be opened for writing; check the permissions of its folder.",
  ],
  [/^SQLITE_(CORRUPT|NOTADB|FORMAT)/, DAMAGE_SENTENCE],
];

/** SQLite's result code of a driver error, e.g. `SQLITE_BUSY`; empty for anything else. */
export function sqliteCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : "";
}

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|FORMAT|MISMATCH|CONSTRAINT|IOERR_SHORT_READ)/;
const REFUSED = /^SQLITE_(FULL|READONLY|CANTOPEN|PERM|AUTH|IOERR|NOLFS)/;
/** What SQLite says of a schema that has holes. */
const LACKS_TABLE = /no such (table|column|module)/;

/**
 * A driver's or file system's error as the project's own, with a plain sentence; the original is its `cause`. An error of the language
 * itself comes from reading rows that no version of this program has written. Others pass unchanged.
 */
export function translateIndexError(error: unknown): unknown {
  if (error instanceof RecallError) return error;
  const condition = conditionOf(error);
  const code = sqliteCode(error);
  const isFileError = error instanceof Error && "syscall" in error;
  if (code === "" && !isFileError && condition === undefined) return error;
  const known = SENTENCES.find(([codes]) => codes.test(code));
  const sentence = isFileError
    ? "The index cannot be opened; check its folder and its permissions."
    : condition === "damaged"
      ? DAMAGE_SENTENCE
      : "The index failed; try again, or delete it and let it be rebuilt.";
  return new RecallError("IndexUnavailable", known?.[1] ?? sentence, { cause: error, ...(condition && { condition }) });
}

function conditionOf(error: unknown): "damaged" | "refused" | undefined {
  const code = sqliteCode(error);
  if (code !== "") {
    if (DAMAGED.test(code) || (error instanceof Error && LACKS_TABLE.test(error.message))) return "damaged";
    return REFUSED.test(code) ? "refused" : undefined;
  }
  if (error instanceof Error && "syscall" in error) return "refused";
  return error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError
    ? "damaged"
    : undefined;
}
