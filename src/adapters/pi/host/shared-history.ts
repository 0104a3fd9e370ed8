import type { HistoryPlace, OpenHistory, StartableHistory } from "./startable-history.ts";
import { SyncQueue } from "./sync-queue.ts";

/** Milliseconds that an unused history lives on for the session that replaces the last one. */
const LINGER_MS = 2000;

/** One session's hold on the history that all sessions and extensions of this process share. */
export interface HistoryLease {
  readonly history: StartableHistory;
  readonly syncs: SyncQueue;
  /** Of these texts, those that no session was told yet. */
  untold(notices: readonly string[]): readonly string[];
  /**
   * Gives it up; the last one closes the history. `isReplaced`: another session follows, so it stays open for two seconds more.
   * Without effect the second time. Never rejects; takes as long as the history's own cap on closing.
   */
  release(isReplaced: boolean): Promise<void>;
}

interface Shared {
  readonly history: StartableHistory;
  readonly syncs: SyncQueue;
  readonly told: Set<string>;
  users: number;
  lingering?: NodeJS.Timeout;
}

/** By place. Outlives `/reload`, `/new`, `/resume` and `/fork`: Pi evaluates a compiled module once. */
const shared = new Map<string, Shared>();

/** Takes hold of the history at a place, and opens and starts it for the first. Returns at once. */
export function leaseHistory(place: HistoryPlace, open: OpenHistory): HistoryLease {
  const key = JSON.stringify(place);
  const entry = shared.get(key) ?? openShared(place, open);
  shared.set(key, entry);
  clearTimeout(entry.lingering);
  entry.users++;
  let isReleased = false;

  const close = async (): Promise<void> => {
    if (entry.users > 0) return;
    shared.delete(key);
    clearTimeout(entry.lingering);
    await entry.history.close().catch(() => undefined);
  };
  return {
    history: entry.history,
    syncs: entry.syncs,
    untold(notices) {
      const untold = [...new Set(notices)].filter((notice) => !entry.told.has(notice));
      for (const notice of untold) entry.told.add(notice);
      return untold;
    },
    async release(isReplaced) {
      if (isReleased) return;
      isReleased = true;
      entry.users--;
      if (!isReplaced) await close();
      else entry.lingering = setTimeout(() => void close(), LINGER_MS).unref();
    },
  };
}

function openShared(place: HistoryPlace, open: OpenHistory): Shared {
  const history = open(place);
  history.start();
  return {
    history,
    syncs: new SyncQueue((caller, options) => history.sync(caller, options)),
    told: new Set(),
    users: 0,
  };
}
