import ora from "ora";
import type { Coverage } from "../../domain/model/coverage.ts";
import type { Caller, History, SyncOptions } from "../../domain/use-cases/history.ts";
import type { SyncProgress } from "../../ports/progress.ts";
import { formatCount, formatNumber } from "../../domain/text/format-quantity.ts";
import type { OutputStream } from "./surroundings.ts";

const BAR_CELLS = 20;

/** Brings the index up to date with a progress bar. `discovery`: the discovery index as well. */
export function syncWithProgress(
  history: History,
  caller: Caller,
  stream: OutputStream,
  { discovery = false }: { readonly discovery?: boolean } = {},
): Promise<Coverage> {
  return showProgress(stream, "Indexing", (onProgress) =>
    history.sync(caller, { ...(onProgress && { onProgress }), ...(discovery && { discovery }) }),
  );
}

/** Does long work, with a progress bar where the stream is a terminal of known width and there is something to read; silent elsewhere. */
export async function showProgress<Result>(
  stream: OutputStream,
  verb: string,
  work: (onProgress: SyncOptions["onProgress"]) => Promise<Result>,
): Promise<Result> {
  // A terminal without a size (`columns` is 0 in some containers) would make ora clear rows without end.
  if (stream.isTTY !== true || !stream.columns) return work(undefined);
  // Raw mode would take Ctrl+C from the terminal.
  const spinner = ora({ stream, isEnabled: true, discardStdin: false });
  let shown = "";
  try {
    return await work((progress) => {
      const text = describeProgress(progress, verb);
      if (progress.files === 0 || text === shown) return;
      shown = text;
      spinner.text = text;
      // The work may keep the event loop busy for longer than a frame: draw now.
      if (spinner.isSpinning) spinner.render();
      else spinner.start();
    });
  } finally {
    spinner.stop();
  }
}

/** `Indexing ██████░░░░ 30 % · 12 of 40 files`. */
export function describeProgress({ files, filesDone, bytes, bytesDone }: SyncProgress, verb = "Indexing"): string {
  const done = bytes > 0 ? bytesDone / bytes : filesDone / Math.max(1, files);
  const share = Math.min(1, Math.max(0, done));
  const full = Math.floor(share * BAR_CELLS);
  const bar = "█".repeat(full) + "░".repeat(BAR_CELLS - full);
  return `${verb} ${bar} ${Math.floor(share * 100)} % · ${formatNumber(filesDone)} of ${formatCount(files, "file")}`;
}
