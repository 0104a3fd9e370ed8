import type { Coverage } from "../../model/coverage.ts";
import type { RecallPreparation, SyncWarning } from "../../model/recall.ts";
import { clipText } from "../../text/clip-text.ts";
import { isWaiting, type SyncOutcome } from "../coverage-of.ts";
import type { Scope } from "../scope/resolve-scope.ts";

/** Code points of a failure's sentence. */
const WARNING_CODE_POINTS = 400;

/** Why an answer may be older or smaller than the session files; absent after a sync that went to its end. */
export function syncWarningOf(coverage: Coverage, outcome: SyncOutcome): SyncWarning | undefined {
  if (outcome.hasFailed) {
    return { kind: "sync-failed", error: clipText(outcome.failure ?? "The sync failed.", WARNING_CODE_POINTS) };
  }
  return isWalkComplete(coverage, outcome) ? undefined : { kind: "incomplete-walk" };
}

/**
 * How far the last sync came, for the sessions that the caller may see. A session that cannot be taken (too large for the memory, not
 * readable, with bad lines) is no backlog: it would never be gone.
 */
export function syncReportOf(scope: Scope, coverage: Coverage, outcome: SyncOutcome): RecallPreparation["sync"] {
  const walkComplete = !outcome.hasFailed && isWalkComplete(coverage, outcome);
  const backlogRemaining = [...scope.visible, ...scope.duplicates].filter(isWaiting).length;
  return { walkComplete, backlogRemaining, complete: walkComplete && backlogRemaining === 0 };
}

/** Every root in force was walked completely, and no later walk of this process was cut short or met what it could not enter. */
function isWalkComplete({ lastCompleteWalk }: Coverage, { cancelledAt, finishedFrom }: SyncOutcome): boolean {
  if (lastCompleteWalk === undefined) return false;
  return Date.parse(lastCompleteWalk) >= Math.max(cancelledAt ?? 0, finishedFrom ?? 0);
}
