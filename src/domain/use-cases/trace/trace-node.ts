import type { StoredEvent } from "../../../ports/event-record.ts";
import type { Event } from "../../model/event.ts";
import type { TraceNode } from "../../model/trace.ts";
import { boundName } from "../../text/bound-name.ts";
import { clipText } from "../../text/clip-text.ts";
import type { SessionSourceRecord } from "../../tree/lineage.ts";

/**
 * One event of a trace, named by its first fragment with text, else by its first one. `event` is its reading, where the source still
 * holds it: without it the preview is empty, and kind and tool are what was indexed.
 */
export function traceNode(stored: StoredEvent, event: Event | undefined, source: SessionSourceRecord): TraceNode {
  const shown = event?.fragments.find((fragment) => fragment.text.trim() !== "");
  const named = shown ?? stored.fragments[0];
  return {
    sessionId: source.session.sessionId,
    entryId: stored.entryId,
    entryType: boundName(stored.entryType),
    ...(named && { kind: named.kind }),
    ...(named?.toolName !== undefined && { toolName: boundName(named.toolName) }),
    ...(stored.isError && { isError: true }),
    timestamp: boundName(event?.timestamp ?? (stored.time === null ? "" : new Date(stored.time).toISOString())),
    branchState: stored.branchState,
    selectionState: stored.selectionState,
    preview: shown ? clipText(shown.text) : "",
  };
}
