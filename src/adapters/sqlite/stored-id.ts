import { restoreText, storeText } from "./stored-text.ts";

/** An entry id or a hash in a column of integer affinity: 4 bytes, 15 bytes, or a marked text. */
export type StoredId = number | Uint8Array | string;

/** What Pi gives its entries: 32 bits in hexadecimal. */
const PI_ENTRY_ID = /^[0-9a-f]{8}$/;
/** 120 bits in base64url, as the project's hasher writes them. */
const HASH = /^[A-Za-z0-9_-]{20}$/;

/**
 * An id in its shortest form, since every event repeats its ids in rows and indexes: stored as texts they were 2 % of the searchable
 * text. Equal ids have equal forms, different ids different ones. The mark keeps SQLite from taking another text for a number.
 */
export function storeId(id: string): StoredId {
  if (PI_ENTRY_ID.test(id)) return Number.parseInt(id, 16) | 0;
  if (HASH.test(id)) return Buffer.from(id, "base64url");
  return `:${storeText(id)}`;
}

/** The id that `storeId` was given. */
export function restoreId(stored: StoredId): string {
  if (typeof stored === "number") return (stored >>> 0).toString(16).padStart(8, "0");
  if (typeof stored === "string") return restoreText(stored.slice(1));
  return Buffer.from(stored).toString("base64url");
}
