import type { StoredEvent } from "../../../ports/event-record.ts";
import type { Event } from "../../model/event.ts";
import type { TraceNode } from "../../model/trace.ts";
import { clipText } from "../../text/clip-text.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";

/** One event of a trace. `event` is its reading, where the source still holds it: without it the preview is empty. */
export function traceNode(stored: StoredEvent, event: Event | undefined, source: SessionSourceRecord): TraceNode {
  const shown = event?.fragments.find((fragment) => fragment.text.trim() !== "");
  return {
    sessionId: source.session.sessionId,
    entryId: stored.entryId,
    entryType: stored.entryType,
    ...(shown && { kind: shown.kind }),
    ...(shown?.toolName !== undefined && { toolName: shown.toolName }),
    ...(stored.isError && { isError: true }),
    timestamp: event?.timestamp ?? (stored.time === null ? "" : new Date(stored.time).toISOString()),
    branchState: stored.branchState,
    selectionState: stored.selectionState,
    preview: shown ? clipText(shown.text) : "",
  };
}
