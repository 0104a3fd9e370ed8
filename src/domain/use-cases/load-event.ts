import type { StoredEvent } from "../../ports/event-record.ts";
import type { Event } from "../model/event.ts";
import { projectEntry } from "../projection/project-entry.ts";
import type { SessionSourceRecord } from "../tree/lineage.ts";
import type { HistoryParts } from "./history-parts.ts";

/**
 * Reads one event from its source file and confirms that it is still the one that was indexed: same byte range, same entry id, same
 * content. Undefined otherwise. Cost: one read of the record.
 */
export async function loadEvent(
  stored: StoredEvent,
  source: SessionSourceRecord,
  parts: HistoryParts,
): Promise<Event | undefined> {
  const text = await parts.source.record(source.path, stored.byteOffset, stored.byteLength);
  if (text === undefined) return undefined;
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    return undefined;
  }
  const event = projectEntry(record, {
    position: stored.position,
    version: source.session.version,
    previousEntryId: stored.parentId,
  });
  if (event === undefined || event.entryId !== stored.entryId) return undefined;
  return contentHash(event, parts) === stored.contentHash ? event : undefined;
}

/** What copies of one event share: kinds and texts of the fragments (design §2). */
export function contentHash(event: Pick<Event, "fragments">, parts: Pick<HistoryParts, "hasher">): string {
  return parts.hasher.texts(event.fragments.flatMap((fragment) => [fragment.kind, fragment.text]));
}
