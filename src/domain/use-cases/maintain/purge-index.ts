import type { IndexPurge } from "../../model/index-verification.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { sweepRetired } from "../sync/stage-session.ts";

/**
 * Takes everything off the disk that only removed sessions held; call after a sync. `all`: deletes the index with its files instead, and
 * closes it; where an index in memory stands in for one on the disk, that one's files go too. Cost: writing the whole index. Errors:
 * `Cancelled`, `IndexUnavailable`, also while another process reads the index.
 */
export async function purgeIndex(
  { all }: { readonly all?: boolean },
  parts: HistoryParts,
  { signal }: CallOptions = {},
): Promise<IndexPurge> {
  throwIfCancelled(signal);
  const { bytes: before, location } = await parts.store.describe();
  if (all) {
    const abandoned = await parts.eraseAbandoned?.();
    await parts.store.erase();
    if (abandoned !== undefined) return { deleted: abandoned > 0, bytes: { before: abandoned, after: 0 } };
    return { deleted: location !== "memory", bytes: { before, after: 0 } };
  }
  const slices = { ...(signal && { signal }), turn: () => parts.clock.turn() };
  await sweepRetired(parts, slices);
  await parts.store.maintain(slices);
  const { bytes: after } = await parts.store.describe();
  return { deleted: false, bytes: { before, after } };
}
