import type { Omission } from "../model/event-read.ts";
import { asObject, readString } from "./json-object.ts";
import { jsonText } from "./json-text.ts";

/** Names that may be shown: an odd `type` or MIME type must not carry content out. */
const BLOCK_TYPE = /^[A-Za-z][\w.-]{0,63}$/;
const MIME_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;
const encoder = new TextEncoder();

/**
 * The receipt for a content block that is neither indexed nor returned (design §5): its type, and its bytes: decoded for a base64
 * image, of the text for thinking, of the JSON for everything else. A block without a usable type is `malformed`.
 */
export function omitBlock(block: unknown): Omission {
  const fields = asObject(block);
  const type = fields && readString(fields, "type");
  const kind = type !== undefined && BLOCK_TYPE.test(type) ? type : "malformed";
  const thinking = kind === "thinking" && fields ? readString(fields, "thinking") : undefined;
  if (thinking !== undefined) return { kind, bytes: encoder.encode(thinking).length };
  const mimeType = fields && readString(fields, "mimeType");
  const data = kind === "image" && fields ? readString(fields, "data") : undefined;
  return {
    kind,
    ...(mimeType !== undefined && MIME_TYPE.test(mimeType) ? { mimeType } : {}),
    bytes: data === undefined ? encoder.encode(jsonText(block)).length : decodedBytes(data),
  };
}

/** Bytes that a base64 text stands for, from its length alone. */
function decodedBytes(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}
