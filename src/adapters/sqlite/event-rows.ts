import type { EventKey, IndexableEvent, StoredEvent } from "../../ports/event-record.ts";
import type { SourceKey } from "../../ports/source-record.ts";
import {
  decodeContribution,
  decodeEntryType,
  decodeRole,
  decodeStates,
  encodeEntryType,
  encodeStates,
  encodeTraits,
  IS_ERROR,
} from "./event-codes.ts";
import type { FragmentClasses } from "./fragment-classes.ts";
import { restoreId, type StoredId, storeId } from "./stored-id.ts";

/** Columns of an event in the order of `EventRow`. */
export const EVENT_COLUMNS =
  "key, source, position, entry_id, parent_id, type, traits, states, time, byte_offset, byte_length, content_hash, fragments";

export type EventRow = readonly [
  key: EventKey,
  source: SourceKey,
  position: number,
  entryId: StoredId,
  parentId: StoredId | null,
  type: number | string,
  traits: number,
  states: number,
  time: number | null,
  byteOffset: number,
  byteLength: number,
  contentHash: StoredId,
  fragments: string,
];

/** `slots`: row ids that the event's fragments take, the highest ordinal + 1. */
export function encodeEvent(
  key: EventKey,
  source: SourceKey,
  event: IndexableEvent,
  slots: number,
  classes: FragmentClasses,
): EventRow {
  return [
    key,
    source,
    event.position,
    storeId(event.entryId),
    event.parentId === null ? null : storeId(event.parentId),
    encodeEntryType(event.entryType),
    encodeTraits(event, slots),
    encodeStates(event),
    event.time,
    event.byteOffset,
    event.byteLength,
    storeId(event.contentHash),
    classes.encode(event.fragments),
  ];
}

export function decodeEvent(row: EventRow, classes: FragmentClasses): StoredEvent {
  const [key, source, position, entryId, parentId, type, traits, states, time, byteOffset, byteLength, contentHash] =
    row;
  const role = decodeRole(traits);
  return {
    key,
    source,
    entryId: restoreId(entryId),
    parentId: parentId === null ? null : restoreId(parentId),
    position,
    entryType: decodeEntryType(type),
    ...(role === undefined ? {} : { role }),
    time,
    byteOffset,
    byteLength,
    isError: (traits & IS_ERROR) !== 0,
    contribution: decodeContribution(traits),
    contentHash: restoreId(contentHash),
    ...decodeStates(states),
    fragments: classes.decode(row[12]),
  };
}
