import type { RecallAnswer } from "../recall-details.ts";
import { writeCoverage } from "../../texts/write-coverage.ts";
import { writeName } from "../../texts/write-name.ts";

/** Bytes of the sentence that says why a sync failed. */
const FAILURE_BYTES = 900;

/** What the answer rests on, and below it why that may be older or smaller than the session files. */
export function writeState({ coverage, syncWarning }: Pick<RecallAnswer, "coverage" | "syncWarning">): string {
  const state = writeCoverage(coverage);
  if (syncWarning === undefined) return state;
  const warning =
    syncWarning.kind === "incomplete-walk"
      ? "Warning: the last look at the session files did not reach all of them; the answer may be partly old."
      : `Warning: the last update of the index failed (${writeName(syncWarning.error, FAILURE_BYTES)}); the answer may be old.`;
  return `${state}\n${warning}`;
}
