import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Coverage } from "../../../domain/model/coverage.ts";
import type { IndexVerification } from "../../../domain/model/index-verification.ts";
import { formatCount, formatNumber } from "../../../domain/text/format-quantity.ts";
import type { SyncProgress } from "../../../ports/progress.ts";
import { SLOT } from "../host/footer-status.ts";
import { describeProgress } from "../rendering/describe-progress.ts";
import type { Answer } from "./answer.ts";
import type { CommandAccess } from "./command-access.ts";
import { describeSkipped, describeState } from "./describe-status.ts";

/**
 * Reads what is new in the session files now, with progress in the footer. `isVerifying`: also compares the whole index with the files
 * and mends it.
 */
export async function reindex(
  access: CommandAccess,
  context: ExtensionCommandContext,
  { isVerifying }: { readonly isVerifying: boolean },
): Promise<Answer> {
  const caller = access.callerOf(context);
  const options = { onProgress: (progress: SyncProgress) => show(context, describeProgress(progress)) };
  show(context, "history: reading session files");
  try {
    const coverage = await access.history.sync(caller, options);
    if (!isVerifying) return describeCoverage(coverage);
    show(context, "history: comparing with the files");
    return describeVerification(await access.history.verify({ repair: true }, caller, options));
  } finally {
    show(context, undefined);
  }
}

function show(context: ExtensionCommandContext, text: string | undefined): void {
  try {
    context.ui.setStatus(SLOT, text);
  } catch {
    // The session has been replaced: its footer is gone.
  }
}

function describeCoverage(coverage: Coverage): Answer {
  return {
    lines: [`Event history: ${describeState(coverage)}`, ...describeSkipped(coverage)],
    severity: coverage.state === "error" ? "warning" : "info",
  };
}

function describeVerification({ ok, repaired, sound, files, events, relations, postings }: IndexVerification): Answer {
  const compared = `Compared ${formatCount(files.checked, "file")} and ${formatCount(events.checked, "event")}`;
  const pending =
    files.pending === 0 ? [] : [`${formatCount(files.pending, "file")} changed meanwhile and will be read next.`];
  if (ok && !repaired) return { lines: [`${compared}: the index is what a fresh one would be.`, ...pending] };
  const wrong = [
    [events.missing, "missing"],
    [events.extra, "too many"],
    [events.changed, "changed"],
    [relations.differing, "relations"],
    [postings.wrong, "fragments not found by their words"],
  ] as const;
  const found = wrong.filter(([count]) => count > 0).map(([count, what]) => `${what} ${formatNumber(count)}`);
  const differences = found.length === 0 ? "" : ` (${found.join(", ")})`;
  if (ok)
    return {
      lines: [`${compared}: ${formatCount(files.differing, "file")} differed${differences}, now mended.`, ...pending],
    };
  const remedy = sound ? "Run it again" : "Delete the index file named by /event-recall status and restart Pi";
  return { lines: [`${compared}: the index still differs${differences}. ${remedy}.`, ...pending], severity: "warning" };
}
