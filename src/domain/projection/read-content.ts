import type { Omission } from "../model/event-read.ts";
import { asObject, readString } from "./json-object.ts";
import { omitBlock } from "./omit-block.ts";

/** The texts of a message's content, and receipts for the rest. */
export interface ContentReading {
  readonly texts: readonly string[];
  readonly omissions: readonly Omission[];
}

/**
 * Reads a message's `content`: a text, or blocks, of which each text block gives one text, empty ones included (design §5).
 * `null` and a missing content hold nothing.
 */
export function readContent(content: unknown): ContentReading {
  if (typeof content === "string") return { texts: [content], omissions: [] };
  const texts: string[] = [];
  const omissions: Omission[] = [];
  for (const block of contentBlocks(content)) {
    const text = blockText(block);
    if (text === undefined) omissions.push(omitBlock(block));
    else texts.push(text);
  }
  return { texts, omissions };
}

/** The blocks of a content that is no text. Something that is neither stands as one malformed block. */
export function contentBlocks(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? content : [content];
}

/** The text of a text block, or undefined for any other block. */
export function blockText(block: unknown): string | undefined {
  const fields = asObject(block);
  return fields && readString(fields, "type") === "text" ? readString(fields, "text") : undefined;
}
