import type { SkippedRecord } from "../../ports/source-record.ts";
import { RecallError, type RecallErrorCode } from "../model/errors.ts";
import { coverageOf, type SyncOutcome } from "./coverage-of.ts";
import type { Caller, History, SyncOptions } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { describeIndex, listSessions } from "./list-sessions.ts";
import { QueriesFirst } from "./queries-first.ts";
import { readEvent } from "./read/read-event.ts";
import { resolveScope } from "./scope/resolve-scope.ts";
import { searchEvents } from "./search/search-events.ts";
import { syncHistory } from "./sync/sync-history.ts";
import { traceEvent } from "./trace/trace-event.ts";
import { traceSession } from "./trace/trace-session.ts";

/** Failures of this machine and not of a request: their causes are for the local log (design §10). */
const LOGGED: ReadonlySet<RecallErrorCode> = new Set(["IndexUnavailable", "SourceUnreadable", "SourceChanged"]);

/**
 * The history over one implementation of each port. Syncs run one at a time; queries overtake them and answer from what is committed.
 * Every failure is a `RecallError`; what was none becomes `IndexUnavailable`. Causes go to the local log.
 */
export function createHistory(parts: HistoryParts): History {
  const queries = new QueriesFirst();
  const syncParts = { ...parts, source: queries.giveWay(parts.source) };
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
  const answer = <Answer>(work: () => Promise<Answer>): Promise<Answer> => guard(() => queries.answer(work));
  const syncOnce = async (options: SyncOptions): Promise<void> => {
    running++;
    try {
      skipped = await syncHistory(syncParts, options);
      hasFailed = false;
    } catch (error) {
      hasFailed = !(error instanceof RecallError && error.code === "Cancelled");
      throw error;
    } finally {
      running--;
    }
  };
  return {
    search: (request, caller, options) => answer(() => searchEvents(request, caller, parts, outcome(), options)),
    read: (request, caller) => answer(() => readEvent(request, caller, parts, outcome())),
    trace: (request, caller) => answer(() => traceEvent(request, caller, parts, outcome())),
    lineage: (request, caller) => answer(() => traceSession(request, caller, parts)),
    sessions: (request, caller) => answer(() => listSessions(request, caller, parts, outcome())),
    status: (caller) => answer(() => describeIndex(caller, parts, outcome())),
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
  if (error instanceof RecallError) {
    if (LOGGED.has(error.code) && error.cause !== undefined) parts.diagnostics.error(error.message, { error });
    return error;
  }
  parts.diagnostics.error("An operation failed.", { error });
  return new RecallError("IndexUnavailable", "The history index failed: see the local log, or rebuild the index.", {
    cause: error,
  });
}
