/** A JSON object whose fields may hold anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as a JSON object, or undefined for everything else, arrays included. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that the object itself holds: never one of its prototype (`constructor`, `__proto__`), never an error of a getter. */
export function readField(object: JsonObject, name: string): unknown {
  try {
    return Object.hasOwn(object, name) ? object[name] : undefined;
  } catch {
    return undefined;
  }
}

/** The field's text, or undefined when it is no string. */
export function readString(object: JsonObject, name: string): string | undefined {
  const value = readField(object, name);
  return typeof value === "string" ? value : undefined;
}

/**
 * The field's text, or undefined when it is no string or empty: for ids, names and paths, which mean nothing when empty. Answers repeat
 * them as they are, so lone surrogates become U+FFFD here.
 */
export function readName(object: JsonObject, name: string): string | undefined {
  return readString(object, name)?.toWellFormed() || undefined;
}

/** The field's items, or none when it is no array. */
export function readItems(object: JsonObject, name: string): readonly unknown[] {
  const value = readField(object, name);
  return Array.isArray(value) ? value : [];
}
