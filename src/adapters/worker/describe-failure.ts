import { RecallError } from "../../domain/model/errors.ts";
import type { Failure } from "./protocol.ts";

/** What crosses to the client of an error: code and message. What is no `RecallError` crosses without its text. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof RecallError) return { code: error.code, message: error.message };
  return { code: "IndexUnavailable", message: "The history failed unexpectedly: see the local log." };
}
