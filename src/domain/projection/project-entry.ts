import type { Event, EventLink } from "../model/event.ts";
import type { EntryReading } from "./entry-reading.ts";
import { asObject, type JsonObject, readName, readString } from "./json-object.ts";
import { parseTimestamp } from "./parse-timestamp.ts";
import { readContextEdit, readLabel, readSessionInfo } from "./read-annotation.ts";
import { readCustomMessage } from "./read-custom-message.ts";
import { readMessage } from "./read-message.ts";
import { readBranchSummary, readCompaction } from "./read-summary.ts";

/** Where a record stands in its file. */
export interface RecordPlace {
  /** Number of the record in its file, the header being 0. */
  readonly position: number;
  /** The header's version; 1 where it has none. */
  readonly version: number;
  /** Id of the entry before this one; null for the first. Only version 1 files need it. */
  readonly previousEntryId: string | null;
}

/** Every other type (`model_change`, `usage`, `custom`, unknown ones …) is a node of the tree and has no text. */
const READERS: ReadonlyMap<string, (entry: JsonObject, version: number) => EntryReading> = new Map([
  ["message", readMessage],
  ["compaction", readCompaction],
  ["branch_summary", readBranchSummary],
  ["custom_message", (entry) => ({ ...readCustomMessage(entry), role: "custom", knownRole: "custom" }) as const],
  ["session_info", readSessionInfo],
  ["label", readLabel],
  ["context_edit", readContextEdit],
]);

/**
 * Reads one parsed record of a session file as an event (design §5), or undefined when it is no entry: no object, no `type`, or a
 * header. Never throws, whatever JSON it gets, and depends on nothing but its arguments. An entry without an id is called
 * `@<position>`; in a version 1 file every entry is, and follows the one before it, because Pi's migration gives them new ids as well.
 * Cost: linear in the record.
 */
export function projectEntry(record: unknown, at: RecordPlace): Event | undefined {
  const entry = asObject(record);
  const entryType = entry && readString(entry, "type")?.toWellFormed();
  if (!entry || entryType === undefined || entryType === "session") return undefined;
  const reading: EntryReading = READERS.get(entryType)?.(entry, at.version) ?? { contribution: "none" };
  const isLinear = at.version < 2;
  const timestamp = readString(entry, "timestamp")?.toWellFormed() ?? "";
  return {
    ...reading,
    entryId: (isLinear ? undefined : readName(entry, "id")) ?? `@${at.position}`,
    parentId: isLinear ? at.previousEntryId : (readName(entry, "parentId") ?? null),
    entryType,
    timestamp,
    time: parseTimestamp(timestamp),
    isError: reading.isError ?? false,
    fragments: (reading.fragments ?? []).map((fragment, ordinal) => ({ ordinal, ...fragment })),
    omissions: reading.omissions ?? [],
    links: withoutRepeats(reading.links ?? []),
  };
}

/** One edge per link, however often an entry records it (a file read twice by parallel calls). Two calls of one id await two results. */
function withoutRepeats(links: readonly EventLink[]): readonly EventLink[] {
  if (links.length < 2) return links;
  const seen = new Map(links.map((link, at) => [link.type === "tool-call" ? at : JSON.stringify(link), link]));
  return [...seen.values()];
}
