import type { StoredEvent } from "../../../ports/event-record.ts";
import type { Event } from "../../model/event.ts";
import type { ContextRole, EventSummary } from "../../model/event-read.ts";
import { boundFolder, boundName } from "../../text/bound-name.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";
import type { HistoryParts } from "../history-parts.ts";
import { labelInForce } from "../label-in-force.ts";
import type { VisibleSessions } from "../visible-session.ts";

const CONTEXT_ROLES: Readonly<Record<string, ContextRole>> = {
  message: "message",
  custom_message: "message",
  compaction: "summary",
  branch_summary: "summary",
  context_edit: "edit",
};

/** The metadata of one event as it is shown. */
export async function summarizeEvent(
  stored: StoredEvent,
  event: Event,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<EventSummary> {
  const { name, cwd, sessionId } = source.session;
  const label = await labelInForce(stored, source, sessions, parts);
  return {
    sessionId,
    ...(name !== undefined && { sessionName: boundName(name) }),
    cwd: boundFolder(cwd ?? ""),
    entryId: event.entryId,
    ...(stored.parentId !== null && { parentId: stored.parentId }),
    entryType: boundName(event.entryType),
    ...(event.role !== undefined && { role: boundName(event.role) }),
    timestamp: boundName(event.timestamp),
    branchState: stored.branchState,
    selectionState: stored.selectionState,
    contextRole: CONTEXT_ROLES[event.entryType] ?? "metadata",
    labels: label === undefined ? [] : [boundName(label.label)],
  };
}
