import type { EntryReading } from "./entry-reading.ts";
import { type JsonObject, readField, readName } from "./json-object.ts";
import { readContent } from "./read-content.ts";

/**
 * An extension's message: a `custom_message` entry, or a `message` of role `custom`; both carry `content` and `customType`. One
 * `custom.message` per text block: the text, then the custom type on a line of its own, so that a query may name both and offsets in the
 * text stay. Without any text the custom type stands alone.
 */
export function readCustomMessage(source: JsonObject): EntryReading {
  const { texts, omissions } = readContent(readField(source, "content"));
  const customType = readName(source, "customType");
  const shown =
    texts.length === 0 && customType !== undefined ? [customType] : texts.map((text) => withType(text, customType));
  return { contribution: "message", fragments: shown.map((text) => ({ kind: "custom.message", text })), omissions };
}

function withType(text: string, customType: string | undefined): string {
  if (customType === undefined) return text;
  return text === "" ? customType : `${text}\n${customType}`;
}
