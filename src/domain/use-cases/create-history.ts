import type { SkippedRecord } from "../../ports/source-record.ts";
import { throwIfCancelled } from "../model/cancellation.ts";
import type { Coverage } from "../model/coverage.ts";
import { RecallError, type RecallErrorCode } from "../model/errors.ts";
import { coverageOf, type SyncOutcome } from "./coverage-of.ts";
import type { CallOptions, Caller, History, SyncOptions } from "./history.ts";
import type { HistoryParts } from "./history-parts.ts";
import { describeIndex, listSessions } from "./list-sessions.ts";
import { locateSession } from "./locate-session.ts";
import { purgeIndex } from "./maintain/purge-index.ts";
import { verifyIndex, type WholeIndex } from "./maintain/verify-index.ts";
import { interruptible, MendedIndex } from "./mended-index.ts";
import { QueriesFirst } from "./queries-first.ts";
import { readEvent } from "./read/read-event.ts";
import { browseSessions } from "./recall/browse-sessions.ts";
import { discoverSessions } from "./recall/discover-sessions.ts";
import { prepareCorpus, validatePreparation } from "./recall/prepare-corpus.ts";
import { readTranscript, scrollTranscript } from "./recall/read-transcript.ts";
import { resolveScope } from "./scope/resolve-scope.ts";
import { searchEvents } from "./search/search-events.ts";
import { indexDiscovery } from "./sync/index-discovery.ts";
import { type SyncHistoryOptions, syncHistory } from "./sync/sync-history.ts";
import { traceEvent } from "./trace/trace-event.ts";
import { traceSession } from "./trace/trace-session.ts";

/** Failures of this machine and not of a request: their causes are for the local log (design §10). */
const LOGGED: ReadonlySet<RecallErrorCode> = new Set([
  "IndexUnavailable",
  "InventoryFailed",
  "SourceUnreadable",
  "SourceChanged",
]);

/**
 * The history over one implementation of each port. Syncs run one at a time; queries overtake them and answer from what is committed.
 * Every failure is a `RecallError`; what was none becomes `IndexUnavailable`. Causes go to the local log.
 */
export function createHistory(opened: HistoryParts): History {
  const queries = new QueriesFirst();
  const giveWay = (parts: HistoryParts): HistoryParts => ({
    ...parts,
    source: queries.giveWay(parts.source),
    clock: queries.giveTurns(parts.clock),
  });
  let skipped: readonly SkippedRecord[] = [];
  let failure: string | undefined;
  let cancelledAt: number | undefined;
  let finishedFrom: number | undefined;
  let running = 0;
  let lastSync: Promise<unknown> = Promise.resolve();
  let lastDiscovery: Promise<unknown> = Promise.resolve();
  const outcome = (): SyncOutcome => ({
    isRunning: running > 0,
    hasFailed: failure !== undefined,
    ...(failure !== undefined && { failure }),
    ...(cancelledAt !== undefined && { cancelledAt }),
    hasFinished: finishedFrom !== undefined,
    ...(finishedFrom !== undefined && { finishedFrom }),
    skipped,
  });
  const guard = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      throw asRecallError(error, opened);
    }
  };
  const syncOnce = async (parts: HistoryParts, options: SyncHistoryOptions): Promise<void> => {
    running++;
    const startedAt = parts.clock.now();
    try {
      skipped = await syncHistory(giveWay(parts), options);
      failure = undefined;
      cancelledAt = undefined;
      finishedFrom = startedAt;
    } catch (error) {
      // A cancelled one leaves it open whether what failed before would fail again.
      if (error instanceof RecallError && error.code === "Cancelled") cancelledAt = parts.clock.now();
      else failure = error instanceof RecallError ? error.message : "The sync failed: see the local log.";
      throw error;
    } finally {
      running--;
    }
  };
  const index = new MendedIndex(opened, (parts, options) => syncOnce(parts, options));
  /** The index for work on all of it, which gives way to queries like a sync. */
  const patient: WholeIndex = {
    use: (work) => index.use((parts, interrupt) => work(giveWay(parts), interrupt)),
    rebuild: (options) => index.rebuild(options),
  };
  const answer = <Answer>(work: (parts: HistoryParts) => Promise<Answer>, options: CallOptions = {}): Promise<Answer> =>
    guard(() =>
      index.use(async (parts) => {
        // Also after the wait for an index that was being mended.
        throwIfCancelled(options.signal);
        return queries.answer(() => work(parts));
      }),
    );
  /** Work on the whole index: one at a time. */
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    guard(() => {
      const current = lastSync.catch(() => undefined).then(work);
      lastSync = current;
      return current;
    });
  const sync = ({ session }: Caller, options: SyncOptions = {}): Promise<void> => {
    const own = session && { ownSessionId: session.sessionId };
    return index.use((parts, interrupt) => syncOnce(parts, interruptible({ ...options, ...own }, interrupt)));
  };
  /** Fills the discovery index. One at a time, and between syncs, none of which waits for it. */
  const discover = ({ session }: Caller, options: SyncOptions): Promise<void> =>
    guard(() => {
      const own = session && { ownSessionId: session.sessionId };
      const work = (): Promise<void> =>
        index.use((parts, interrupt) => {
          const patientParts = giveWay(parts);
          const turn = (): Promise<void> =>
            patientParts.clock.turn().then(async () => void (await lastSync.catch(() => undefined)));
          const clock = { now: () => parts.clock.now(), turn };
          return indexDiscovery({ ...patientParts, clock }, interruptible({ ...options, ...own }, interrupt));
        });
      const current = lastDiscovery.catch(() => undefined).then(work);
      lastDiscovery = current;
      return current;
    });
  const coverage = (caller: Caller): Promise<Coverage> =>
    guard(() => index.use(async (parts) => coverageOf(await resolveScope(caller, parts), parts, outcome())));
  return {
    search: (request, caller, options) =>
      answer((parts) => searchEvents(request, caller, parts, outcome(), options), options),
    read: (request, caller, options) =>
      answer((parts) => readEvent(request, caller, parts, outcome(), options), options),
    trace: (request, caller, options) =>
      answer((parts) => traceEvent(request, caller, parts, outcome(), options), options),
    lineage: (request, caller, options) => answer((parts) => traceSession(request, caller, parts, options), options),
    sessions: (request, caller, options) =>
      answer((parts) => listSessions(request, caller, parts, outcome(), options), options),
    recallBrowse: (request, caller, options) =>
      answer((parts) => browseSessions(request, caller, parts, outcome(), options), options),
    recallDiscover: (request, caller, options) =>
      answer((parts) => discoverSessions(request, caller, parts, outcome(), options), options),
    recallRead: (request, caller, options) =>
      answer((parts) => readTranscript(request, caller, parts, outcome(), options), options),
    recallScroll: (request, caller, options) =>
      answer((parts) => scrollTranscript(request, caller, parts, outcome(), options), options),
    recallPrepare: async (request, caller, options) => {
      await inTurn(async () => {
        validatePreparation(request);
        await sync(caller, options);
      });
      return answer((parts) => prepareCorpus(request, caller, parts, outcome(), options), options);
    },
    open: (request, caller, options) => answer((parts) => locateSession(request, caller, parts), options),
    status: (caller, options) => answer((parts) => describeIndex(caller, parts, outcome(), options), options),
    sync: async (caller, options) => {
      if (options?.discovery !== "only") await inTurn(() => sync(caller, options));
      if (options?.discovery) await discover(caller, options);
      return coverage(caller);
    },
    verify: async ({ repair }, caller, options = {}) => {
      const found = await inTurn(() => verifyIndex({ repair }, patient, options));
      return { ...found, coverage: await coverage(caller) };
    },
    purge: ({ all = false }, caller, options = {}) =>
      inTurn(async () => {
        if (!all) await sync(caller, options);
        return patient.use((parts) => purgeIndex({ all }, parts, options));
      }),
    close: () => guard(() => index.parts.store.close()),
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
