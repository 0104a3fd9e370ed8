import { throwIfCancelled } from "../../model/cancellation.ts";
import type { RecalledMessage, RecallTranscript } from "../../model/recall.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import type { CallOptions, Caller } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import { sourceChanged } from "../read/read-event.ts";
import { VisibleSessions } from "../visible-session.ts";
import { boundMessages } from "./bound-messages.ts";
import { branchForks, type Stretch } from "./branch-forks.ts";
import { EntryColumns } from "./entry-columns.ts";
import { findRecalled, resolveRecallScope } from "./recall-scope.ts";
import { recalledMessage } from "./recalled-message.ts";
import { recalledSession } from "./recalled-session.ts";
import { type Branch, leafOf, selectBranch } from "./select-branch.ts";
import { syncWarningOf } from "./sync-report.ts";

/** Messages of a branch that an answer shows. */
export interface Shown {
  /** Numbers of `Branch.messages`, the second excluded: one range, or two around what is left out. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly around?: Pick<RecallTranscript, "before" | "after">;
}

/** What a transcript shows of which session. */
export interface WantedTranscript {
  readonly mode: RecallTranscript["mode"];
  readonly sessionId: string;
  /** An entry of the branch, and its last one. Default: the selected branch. */
  readonly anchor?: string;
  readonly tip?: string | undefined;
  readonly select: (branch: Branch) => Shown;
}

/**
 * Puts a transcript together. Content comes from the file and is verified; messages that the file does not hold any more are left out, and
 * then coverage says `catching-up`. Errors: `NotFound`, `InvalidRequest`, `SourceChanged` where nothing is left, `Cancelled`. Cost: the
 * session's rows, and its shown records.
 */
export async function assembleTranscript(
  wanted: WantedTranscript,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions,
): Promise<RecallTranscript> {
  const scope = await resolveRecallScope(caller, parts);
  const source = await findRecalled(scope, wanted.sessionId, caller, parts);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const columns = await EntryColumns.read(source, sessions, parts, options);
  const branch = selectBranch(columns, leafOf(source, columns, caller, scope.own), wanted);
  const { ranges, around } = wanted.select(branch);
  const loaded = await loadRanges(ranges, branch, columns, source, parts, options);
  const messages = loaded.flat().filter((message) => message !== undefined);
  const unconfirmed = loaded.flat().length - messages.length;
  if (messages.length === 0 && unconfirmed > 0) throw sourceChanged();
  const forks = await branchForks(stretchesOf(ranges, branch), branch, columns, source, sessions, parts);
  const coverage = await coverageOf(scope, parts, outcome, unconfirmed);
  const syncWarning = syncWarningOf(coverage, outcome);
  return {
    mode: wanted.mode,
    session: recalledSession(source),
    branchTip: branch.tip ?? "",
    ...boundMessages(messages),
    totalMessages: branch.messages.length,
    ...around,
    ...omittedBetween(ranges, loaded),
    forks,
    coverage,
    ...(syncWarning && { syncWarning }),
  };
}

/** The messages of every range, undefined where the file or the index no longer holds one. */
async function loadRanges(
  ranges: Shown["ranges"],
  { path, messages }: Branch,
  columns: EntryColumns,
  source: SessionSourceRecord,
  parts: HistoryParts,
  { signal }: CallOptions,
): Promise<(RecalledMessage | undefined)[][]> {
  const loaded: (RecalledMessage | undefined)[][] = [];
  for (const [from, to] of ranges) {
    const keys = messages.slice(from, to).map((place) => columns.keyOf(path[place] as number));
    const byKey = new Map((await parts.store.events(keys)).map((stored) => [stored.key, stored]));
    const range: (RecalledMessage | undefined)[] = [];
    for (const key of keys) {
      throwIfCancelled(signal);
      const stored = byKey.get(key);
      const event = stored && (await loadEvent(stored, source, parts));
      range.push(event && recalledMessage(event));
    }
    loaded.push(range);
  }
  return loaded;
}

/** The gap between two ranges, at its place among the messages that were loaded. */
function omittedBetween(
  [head, tail]: Shown["ranges"],
  [shown = []]: readonly (readonly (RecalledMessage | undefined)[])[],
): Pick<RecallTranscript, "omitted"> {
  if (head === undefined || tail === undefined) return {};
  return { omitted: { at: shown.filter((message) => message !== undefined).length, count: tail[0] - head[1] } };
}

/** From the first to the last shown message of every range; a range at an end of the branch reaches to that end. */
function stretchesOf(ranges: Shown["ranges"], { path, messages }: Branch): Stretch[] {
  return ranges
    .map(([from, to]) => ({
      first: from === 0 ? 0 : (messages[from] as number),
      last: to === messages.length ? path.length - 1 : (messages[to - 1] as number),
    }))
    .filter(({ first, last }) => first <= last);
}
