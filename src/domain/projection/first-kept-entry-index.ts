import { asObject, readField } from "./json-object.ts";

/**
 * For a compaction of a version 1 file: the index of the first entry that it keeps, counted over the file's parsed lines with the header
 * as 0, as Pi's own migration counts it. Undefined for every other record. The entry at that index gets the link
 * `compaction-first-kept`; a header or nothing there means no link.
 */
export function firstKeptEntryIndex(record: unknown, version: number): number | undefined {
  const entry = asObject(record);
  if (!entry || version >= 2 || readField(entry, "type") !== "compaction") return undefined;
  const index = readField(entry, "firstKeptEntryIndex");
  return typeof index === "number" ? index : undefined;
}
