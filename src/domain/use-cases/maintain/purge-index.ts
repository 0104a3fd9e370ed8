import type { IndexPurge } from "../../model/index-verification.ts";
import type { HistoryParts } from "../history-parts.ts";
import { sweepRetired } from "../sync/stage-session.ts";

/**
 * Takes everything off the disk that only removed sessions held; call after a sync. `all`: deletes the index with its files instead, and
 * closes it. Cost: writing the whole index. Errors: `IndexUnavailable`, also while another process reads the index.
 */
export async function purgeIndex({ all }: { readonly all?: boolean }, parts: HistoryParts): Promise<IndexPurge> {
  const { bytes: before, location } = await parts.store.describe();
  if (all) {
    await parts.store.erase();
    return { deleted: location !== "memory", bytes: { before, after: 0 } };
  }
  await sweepRetired(parts);
  await parts.store.maintain();
  const { bytes: after } = await parts.store.describe();
  return { deleted: false, bytes: { before, after } };
}
