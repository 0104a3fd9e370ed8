import { expect } from "vitest";
import { RecallError } from "../../../src/domain/model/errors.ts";

/** The error that a call rejects with, which must be a `RecallError`. */
export async function failureOf(call: Promise<unknown>): Promise<RecallError> {
  const error = await call.then(
    () => new Error("The call did not fail."),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RecallError);
  return error as RecallError;
}
