import { hash } from "node:crypto";
import { RecallError } from "../../domain/model/errors.ts";
import type { SourceRecord } from "../../ports/source-record.ts";

const DIGEST_LENGTH = 16;

/** A file's row as one text behind its digest: SQLite does not notice a flipped bit, and a wrong session id would be shown. */
export function storeSource(record: SourceRecord): string {
  const json = JSON.stringify(record);
  return digestOf(json) + json;
}

/** Errors: `IndexUnavailable`, damaged, when the row is not what was written. */
export function restoreSource(stored: string): SourceRecord {
  const json = stored.slice(DIGEST_LENGTH);
  if (digestOf(json) !== stored.slice(0, DIGEST_LENGTH)) {
    throw new RecallError("IndexUnavailable", "The index is damaged: it has to be rebuilt.", { condition: "damaged" });
  }
  return JSON.parse(json) as SourceRecord;
}

function digestOf(json: string): string {
  return hash("sha256", json, "hex").slice(0, DIGEST_LENGTH);
}
