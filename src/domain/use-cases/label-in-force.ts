import type { StoredEvent } from "../../ports/event-record.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import type { HistoryParts } from "./history-parts.ts";
import { loadEvent } from "./load-event.ts";
import type { VisibleSessions } from "./visible-session.ts";

/**
 * The label in force on an event, and the entry that set it: the latest label entry for the event decides, on whatever branch it stands;
 * an empty one clears it (as in Pi). Undefined where there is none. Cost: one read of the label's record.
 */
export async function labelInForce(
  target: StoredEvent,
  source: SessionSourceRecord,
  sessions: VisibleSessions,
  parts: HistoryParts,
): Promise<{ readonly entryId: string; readonly label: string } | undefined> {
  const relations = await parts.store.relationsTo(source.key, target.entryId);
  for (const { from } of relations.filter((relation) => relation.relation === "label").toReversed()) {
    const labelled = await sessions.event(source, from);
    if (labelled === undefined) continue;
    const label = (await loadEvent(labelled, source, parts))?.fragments[0]?.text ?? "";
    return label === "" ? undefined : { entryId: from, label: label.toWellFormed() };
  }
  return undefined;
}
