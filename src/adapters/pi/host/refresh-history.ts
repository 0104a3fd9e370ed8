import { throwIfCancelled } from "../../../domain/model/cancellation.ts";
import type { Caller } from "../../../domain/use-cases/history.ts";
import type { HistoryAccess } from "../history-access.ts";
import type { SyncQueue } from "./sync-queue.ts";

/** Milliseconds that a query waits for the index. A session's own latest lines take a few; a first index may take minutes. */
const WAIT_MS = 2000;
/** Milliseconds of waiting from which its progress is told: most waits are over before anybody could read it. */
const QUIET_MS = 250;

type RefreshOptions = Parameters<HistoryAccess["refresh"]>[1] & {
  /** Milliseconds. Default 2,000. */
  readonly waitMs?: number;
};

/** Waits for a sync that sees every file as it is now, but no longer than `waitMs`; the sync itself goes on. Errors: `Cancelled`. */
export async function refreshHistory(syncs: SyncQueue, caller: Caller, options: RefreshOptions): Promise<void> {
  const { signal, onProgress, discovery = false, waitMs = WAIT_MS } = options;
  throwIfCancelled(signal);
  const patience = Promise.withResolvers<void>();
  const stopWaiting = (): void => patience.resolve();
  const timer = setTimeout(stopWaiting, waitMs);
  signal?.addEventListener("abort", stopWaiting, { once: true });
  const began = performance.now();
  const unfollow = syncs.follow((progress) => {
    if (progress !== undefined && performance.now() - began >= QUIET_MS) onProgress?.(progress);
  });
  try {
    await Promise.race([discovery ? syncs.requestDiscovery(caller) : syncs.request(caller), patience.promise]);
  } finally {
    unfollow();
    signal?.removeEventListener("abort", stopWaiting);
    clearTimeout(timer);
  }
  throwIfCancelled(signal);
}
