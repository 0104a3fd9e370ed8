import { RecallError } from "../../../domain/model/errors.ts";

/** What is said of a failure that is none of the family: its text may name paths. */
export const UNKNOWN_FAILURE = "The history search failed: see the local log.";

/** The error that Pi shows to the model: one sentence, without cause, stack or code of what failed (design §10). */
export function publicFailure(error: unknown): Error {
  const failure = new Error(error instanceof RecallError ? error.message : UNKNOWN_FAILURE);
  failure.stack = `${failure.name}: ${failure.message}`;
  return failure;
}
