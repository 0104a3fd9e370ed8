import { asObject, type JsonObject, readField, readString } from "./json-object.ts";
import { jsonText } from "./json-text.ts";

const ESCAPE = /\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/g;
const ESCAPED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * The text of a tool call (design §5): the tool's name, then one `key: value` line per argument in the file's order, texts raw and
 * everything else as JSON whose texts are raw too, so that `edits[].newText` of an edit is searched and read like any text. Arguments
 * that the model sent but that were no JSON object stand in Pi's `argumentsError`, which ends the text.
 */
export function toolCallText(call: JsonObject): string {
  const lines = [readString(call, "name") ?? ""];
  const callArguments = readField(call, "arguments");
  const fields = asObject(callArguments);
  if (fields) for (const key of Object.keys(fields)) lines.push(`${key}: ${argumentText(readField(fields, key))}`);
  else if (callArguments !== undefined && callArguments !== null) lines.push(argumentText(callArguments));
  const argumentsError = readString(call, "argumentsError");
  if (argumentsError) lines.push(argumentsError);
  return lines.join("\n");
}

function argumentText(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value).replaceAll(ESCAPE, decodeEscape);
}

/** An escaped line break would glue its letter to the next word. */
function decodeEscape(_escape: string, unit: string | undefined, character: string): string {
  return unit === undefined ? (ESCAPED[character] ?? character) : String.fromCharCode(Number.parseInt(unit, 16));
}
