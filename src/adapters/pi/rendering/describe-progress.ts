import { formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import type { SyncProgress } from "../../../ports/progress.ts";

/** Columns that Pi's footer gives to it at most. */
export const STATUS_COLUMNS = 40;

/** How far a sync is, in at most 40 columns: `history: indexing 45% (12 of 340 files)`. */
export function describeProgress({ files, filesDone, bytes, bytesDone }: SyncProgress): string {
  const [done, all] = bytes > 0 ? [bytesDone, bytes] : [filesDone, files];
  const percent = all > 0 ? Math.floor((100 * Math.min(Math.max(done, 0), all)) / all) : 0;
  const short = `history: indexing ${percent}%`;
  const long = `${short} (${formatNumber(filesDone)} of ${formatCount(files, "file")})`;
  return files > 0 && long.length <= STATUS_COLUMNS ? long : short;
}
