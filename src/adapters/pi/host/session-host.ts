import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { RecallError } from "../../../domain/model/errors.ts";
import type { HistoryAccess } from "../history-access.ts";
import { callerOf } from "./caller-of.ts";
import { showIndexing } from "./footer-status.ts";
import { historyPlaceOf } from "./history-place.ts";
import { refreshHistory } from "./refresh-history.ts";
import { type HistoryLease, leaseHistory } from "./shared-history.ts";
import type { OpenHistory, StartableHistory } from "./startable-history.ts";
import { tellPerson } from "./tell-person.ts";

/** What one live session of Pi has of the history. */
export interface SessionHost {
  readonly access: HistoryAccess;
  readonly history: StartableHistory;
  /** Brings the index up to date in the background. Never throws. */
  sync(context: ExtensionContext): void;
  /** Ends it. `isReplaced`: another session follows in this process. Takes 100 ms at most; never rejects; may be called again. */
  close(isReplaced: boolean): Promise<void>;
}

/**
 * Starts the history for a session, and the first sync. Returns at once: everything else happens in the worker. `needsDiscovery`: the
 * discovery index is kept up to date as well, for as long as the session lasts.
 */
export function openSession(
  context: ExtensionContext,
  openHistory: OpenHistory,
  { needsDiscovery = false }: { readonly needsDiscovery?: boolean } = {},
): SessionHost {
  const place = historyPlaceOf(context, { env: process.env, argv: process.argv, cwd: process.cwd() });
  const lease = leaseHistory(place, openHistory);
  const { history, syncs } = lease;
  const hideStatus = showIndexing(context, syncs);
  const leaveDiscovery = needsDiscovery ? syncs.includeDiscovery() : undefined;
  const sync = (current: ExtensionContext): void => {
    try {
      // An index that fails in use is replaced by a stand-in, which is told like one from the beginning.
      void syncs.request(callerOf(current)).then(() => tellNotices(current, lease));
    } catch {
      // The session has been replaced.
    }
  };
  sync(context);
  void tellNotices(context, lease);
  return {
    history,
    access: {
      history,
      refresh: (caller, options) => refreshHistory(syncs, caller, options),
      callerOf,
    },
    sync,
    close: (isReplaced) => {
      hideStatus();
      leaveDiscovery?.();
      return lease.release(isReplaced);
    },
  };
}

/** A setting that was not understood, or an index that stands in for the real one, is for the person to know. */
async function tellNotices(context: ExtensionContext, lease: HistoryLease): Promise<void> {
  const notices = await lease.history.notices().catch(unusableSettings);
  for (const notice of lease.untold(notices)) tellPerson(context, `pi-event-recall: ${notice}`);
}

/** Settings that cannot be used stop the history, never Pi. Other failures are told to whoever asks next. */
function unusableSettings(error: unknown): readonly string[] {
  return error instanceof RecallError && error.code === "InvalidConfiguration" ? [error.message] : [];
}
