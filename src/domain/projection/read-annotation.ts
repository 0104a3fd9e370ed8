import type { EventLink } from "../model/event.ts";
import type { EntryReading } from "./entry-reading.ts";
import { type JsonObject, readField, readName, readString } from "./json-object.ts";

/** A name for the session; an empty or missing one clears it, as in Pi. Every one keeps its text as written. */
export function readSessionInfo(entry: JsonObject): EntryReading {
  const name = readString(entry, "name") ?? "";
  return {
    contribution: "none",
    fragments: [{ kind: "session.name", text: name }],
    sessionName: name.trim().toWellFormed(),
  };
}

/** A label on another entry; an empty or missing one clears it, as in Pi. */
export function readLabel(entry: JsonObject): EntryReading {
  const label = readString(entry, "label") ?? "";
  return { contribution: "none", fragments: [{ kind: "label.text", text: label }], links: targetLink(entry, "label") };
}

/** An edit of what another entry gives to the context; `null` as replacement omits it. Its content is not indexed (design §5). */
export function readContextEdit(entry: JsonObject): EntryReading {
  const type = readField(entry, "replacement") === null ? "context-omission" : "context-edit";
  return { contribution: "none", links: targetLink(entry, type) };
}

function targetLink(entry: JsonObject, type: "label" | "context-edit" | "context-omission"): readonly EventLink[] {
  const entryId = readName(entry, "targetId");
  return entryId === undefined ? [] : [{ type, entryId }];
}
