import type { EventLink } from "../model/event.ts";
import { asObject, type JsonObject, readField, readItems, readName } from "./json-object.ts";

/** Pi's tools that touch one file, and what they do to it (as in Pi's own compaction, `core/compaction/utils.js`). */
const FILE_TOOLS: ReadonlyMap<string, "file-read" | "file-changed"> = new Map([
  ["read", "file-read"],
  ["edit", "file-changed"],
  ["write", "file-changed"],
] as const);

/** The file that a call of one of Pi's file tools names, as written. `file_path` is what Pi's renderers accept beside `path`. */
export function fileLinksOfCall(
  toolName: string | undefined,
  callArguments: JsonObject | undefined,
): readonly EventLink[] {
  const type = toolName === undefined ? undefined : FILE_TOOLS.get(toolName);
  if (type === undefined || callArguments === undefined) return [];
  const path = readName(callArguments, "path") ?? readName(callArguments, "file_path");
  return path === undefined ? [] : [{ type, path }];
}

/** The files that a compaction or a branch summary lists in its `details`. */
export function fileLinksOfDetails(entry: JsonObject): readonly EventLink[] {
  const details = asObject(readField(entry, "details"));
  if (!details) return [];
  const list = (type: "file-read" | "file-changed", field: string): readonly EventLink[] =>
    readItems(details, field).flatMap((path) =>
      typeof path === "string" && path !== "" ? [{ type, path: path.toWellFormed() }] : [],
    );
  return [...list("file-read", "readFiles"), ...list("file-changed", "modifiedFiles")];
}
