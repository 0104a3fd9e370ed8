import type { SourceChange } from "../../../ports/event-store.ts";
import type { SourceFile } from "../../../ports/session-source.ts";
import type { StoredSource } from "../../../ports/source-record.ts";
import { throwIfCancelled } from "../../model/cancellation.ts";
import type { CallOptions } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { pendingSource, sessionRecord } from "./describe-source.ts";
import { findHeader } from "./find-header.ts";

/** Files of one commit: their headers take a few milliseconds to read. */
const ANNOUNCED_FILES = 100;

/**
 * Says of files that they are waiting, before any of them is read: whoever asks meanwhile is told of how many sessions the index holds how
 * many, so new files are looked at for their headers. In short commits. Cost: the first line of every new file. Errors: `Cancelled`.
 */
export async function announceFiles(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, StoredSource>,
  parts: HistoryParts,
  options: CallOptions,
): Promise<void> {
  for (let from = 0; from < files.length; from += ANNOUNCED_FILES) {
    const sources: SourceChange[] = [];
    for (const file of files.slice(from, from + ANNOUNCED_FILES)) {
      throwIfCancelled(options.signal);
      sources.push(await announced(file, known.get(file.path), parts, options));
    }
    await parts.clock.turn();
    await parts.store.commit({ sources });
  }
}

async function announced(
  file: SourceFile,
  known: StoredSource | undefined,
  parts: HistoryParts,
  options: CallOptions,
): Promise<SourceChange> {
  const { source, ...change } = pendingSource(file, known);
  const header = source.session === undefined ? await findHeader(file.path, parts.source, options) : undefined;
  if (header === undefined) return { ...change, source };
  return { ...change, source: { ...source, session: await sessionRecord(header, { events: 0 }, parts) } };
}
