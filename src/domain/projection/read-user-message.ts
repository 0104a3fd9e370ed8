import type { EntryReading } from "./entry-reading.ts";
import { type JsonObject, readField } from "./json-object.ts";
import { readContent } from "./read-content.ts";

/** A user's message: one `user.text` per text block. */
export function readUserMessage(message: JsonObject): EntryReading {
  const { texts, omissions } = readContent(readField(message, "content"));
  return { contribution: "message", fragments: texts.map((text) => ({ kind: "user.text", text })), omissions };
}
