import { throwIfCancelled } from "../../model/cancellation.ts";
import type { RecallBrowsing } from "../../model/recall.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import { clipText } from "../../text/clip-text.ts";
import { coverageOf, type SyncOutcome } from "../coverage-of.ts";
import type { CallOptions, Caller, RecallBrowseRequest } from "../history.ts";
import type { HistoryParts } from "../history-parts.ts";
import { loadEvent } from "../load-event.ts";
import { VisibleSessions } from "../visible-session.ts";
import { clampCount } from "./clamp-count.ts";
import { EntryColumns } from "./entry-columns.ts";
import { isTemporarySession } from "./is-temporary-session.ts";
import { resolveRecallScope } from "./recall-scope.ts";
import { recalledMessage } from "./recalled-message.ts";
import { compareActivity, recalledSession } from "./recalled-session.ts";
import { leafOf, selectBranch } from "./select-branch.ts";
import { syncWarningOf } from "./sync-report.ts";

/** Sessions of one answer of recall. */
export const RECALLED_SESSIONS = { from: 1, to: 10, byDefault: 3 };

/** Code points of the beginning of a session. */
const PREVIEW_CODE_POINTS = 240;

/** User messages that are read in search of one with text. */
const PREVIEWED_MESSAGES = 20;

/**
 * Recent sessions, the latest activity first, the caller's own among them. Those of temporary folders are left out. `limit`: 3, cut to 1 to 10.
 * Errors: `InvalidRequest`, `Cancelled`. Cost: the rows of the listed sessions, and one record of each.
 */
export async function browseSessions(
  request: RecallBrowseRequest,
  caller: Caller,
  parts: HistoryParts,
  outcome: SyncOutcome,
  options: CallOptions = {},
): Promise<RecallBrowsing> {
  const limit = clampCount("limit", request.limit, RECALLED_SESSIONS);
  const scope = await resolveRecallScope(caller, parts);
  const sessions = await VisibleSessions.open(scope, caller, parts);
  const listed = scope.visible.filter((source) => !isTemporarySession(source)).toSorted(compareActivity);
  const shown: RecallBrowsing["sessions"][number][] = [];
  for (const source of listed.slice(0, limit)) shown.push(await browsed(source));
  const coverage = await coverageOf(scope, parts, outcome);
  const syncWarning = syncWarningOf(coverage, outcome);
  return { mode: "browse", sessions: shown, total: listed.length, coverage, ...(syncWarning && { syncWarning }) };

  async function browsed(source: SessionSourceRecord): Promise<RecallBrowsing["sessions"][number]> {
    const columns = await EntryColumns.read(source, sessions, parts, options);
    const { path } = selectBranch(columns, leafOf(source, columns, caller, scope.own));
    const asked = path.filter((number) => columns.isFromUser(number)).slice(0, PREVIEWED_MESSAGES);
    return {
      ...recalledSession(source),
      preview: await previewOf(
        asked.map((number) => columns.keyOf(number)),
        source,
      ),
      messageCount: path.filter((number) => columns.isConversation(number)).length,
    };
  }

  /** Of messages with images only, the first with text. */
  async function previewOf(keys: readonly number[], source: SessionSourceRecord): Promise<string> {
    for (const key of keys) {
      throwIfCancelled(options.signal);
      const [stored] = await parts.store.events([key]);
      const event = stored && (await loadEvent(stored, source, parts));
      const preview = event === undefined ? "" : clipText(recalledMessage(event).text, PREVIEW_CODE_POINTS);
      if (preview !== "") return preview;
    }
    return "";
  }
}
