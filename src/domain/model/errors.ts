/**
 * What went wrong, for code that reacts to it. `InvalidQuery`, `InvalidFilter` and `InvalidRequest` are the caller's to mend;
 * `NotFound` covers missing and forbidden alike; the others are operational.
 */
export type RecallErrorCode =
  | "InvalidQuery"
  | "InvalidFilter"
  | "InvalidRequest"
  | "InvalidConfiguration"
  | "NotFound"
  | "SourceUnreadable"
  | "SourceChanged"
  | "IndexUnavailable"
  | "InventoryFailed"
  | "Conflict"
  | "Cancelled";

/** What has become of an index that fails. */
export type IndexCondition = "damaged" | "refused" | "replaced";

/** The one error family. `message` is a plain sentence for the caller; paths and driver texts belong in `cause` and the local log. */
export class RecallError extends Error {
  readonly code: RecallErrorCode;
  /**
   * Of `IndexUnavailable`: `damaged` is mended by a rebuild, `refused` (by disk or permissions) by an index that needs no disk, `replaced` (by
   * another process) by opening what is there now.
   */
  readonly condition: IndexCondition | undefined;

  constructor(code: RecallErrorCode, message: string, options: { cause?: unknown; condition?: IndexCondition } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.name = "RecallError";
    this.code = code;
    this.condition = options.condition;
  }

  /** True when a better request would have succeeded. */
  get isCallersFault(): boolean {
    return this.code.startsWith("Invalid");
  }
}

/** The one public failure for a session or entry that is missing or not this caller's to see (design: authorization). */
export function notFound(cause?: unknown): RecallError {
  return new RecallError("NotFound", "Not found in this workspace.", cause === undefined ? {} : { cause });
}

/** A repository whose index cannot be taken. `reason`: a plain sentence without paths. `cause`: what git said, for the local log. */
export function inventoryFailed(reason: string, cause?: unknown): RecallError {
  const message = `The repository inventory failed. ${reason}`;
  return new RecallError("InventoryFailed", message, cause === undefined ? {} : { cause });
}
