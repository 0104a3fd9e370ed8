import type { SkippedRecord } from "../../ports/source-record.ts";
import { RecallError } from "../model/errors.ts";
import { coverageOf, type SyncOutcome } from "./coverage-of.ts";
import type { Caller, History, SyncOptions } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { describeIndex, listSessions } from "./list-sessions.ts";
import { readEvent } from "./read/read-event.ts";
import { resolveScope } from "./scope/resolve-scope.ts";
import { searchEvents } from "./search/search-events.ts";
import { syncHistory } from "./sync/sync-history.ts";
import { traceEvent } from "./trace/trace-event.ts";
import { traceSession } from "./trace/trace-session.ts";

/**
 * The history over one implementation of each port. Syncs run one at a time; queries answer meanwhile from what is committed.
 * Every failure is a `RecallError`; what was none is logged locally and becomes `IndexUnavailable`.
 */
export function createHistory(parts: HistoryParts): History {
  let skipped: readonly SkippedRecord[] = [];
  let hasFailed = false;
  let running = 0;
  let lastSync: Promise<unknown> = Promise.resolve();
  const outcome = (): SyncOutcome => ({ isRunning: running > 0, hasFailed, skipped });
  const guard = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      throw asRecallError(error, parts);
    }
  };
  const syncOnce = async (options: SyncOptions): Promise<void> => {
    running++;
    try {
      skipped = await syncHistory(parts, options);
      hasFailed = false;
    } catch (error) {
      hasFailed = !(error instanceof RecallError && error.code === "Cancelled");
      throw error;
    } finally {
      running--;
    }
  };
  return {
    search: (request, caller, options) => guard(() => searchEvents(request, caller, parts, outcome(), options)),
    read: (request, caller) => guard(() => readEvent(request, caller, parts, outcome())),
    trace: (request, caller) => guard(() => traceEvent(request, caller, parts, outcome())),
    lineage: (request, caller) => guard(() => traceSession(request, caller, parts)),
    sessions: (request, caller) => guard(() => listSessions(request, caller, parts, outcome())),
    status: (caller) => guard(() => describeIndex(caller, parts, outcome())),
    sync: (caller: Caller, options: SyncOptions = {}) =>
      guard(async () => {
        const previous = lastSync.catch(() => undefined);
        const current = previous.then(() => syncOnce(options));
        lastSync = current;
        await current;
        return coverageOf(await resolveScope(caller, parts), parts, outcome());
      }),
    close: () => guard(() => parts.store.close()),
  };
}

function asRecallError(error: unknown, parts: HistoryParts): RecallError {
  if (error instanceof RecallError) return error;
  parts.diagnostics.error("An operation failed.", { error });
  return new RecallError("IndexUnavailable", "The history index failed: see the local log, or rebuild the index.", {
    cause: error,
  });
}
