import { delimiter, isAbsolute, join, normalize, sep } from "node:path";

/** What a value may be: how it is read from JSON and from an environment variable, and the words that say so in an error. */
export interface SettingKind<Value> {
  /** Completes "must be …". */
  readonly accepts: string;
  /** The value of what JSON holds, or undefined where it is not accepted. `home`: for `~`, absent where there is none. */
  readonly fromJson: (json: unknown, home: string | undefined) => Value | undefined;
  /** The JSON that a variable's text stands for. */
  readonly toJson: (text: string) => unknown;
}

const grouped = new Intl.NumberFormat("en-US");

export function oneOf<Value extends string>(...values: readonly Value[]): SettingKind<Value> {
  return {
    accepts: values.map((value) => `"${value}"`).join(" or "),
    fromJson: (json) => values.find((value) => value === json),
    toJson: (text) => text,
  };
}

export function wholeNumber(from: number, to: number): SettingKind<number> {
  return {
    accepts: `a whole number from ${grouped.format(from)} to ${grouped.format(to)}`,
    fromJson: (json) =>
      typeof json === "number" && Number.isInteger(json) && json >= from && json <= to ? json : undefined,
    toJson: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  };
}

export const path: SettingKind<string> = {
  accepts: "an absolute path, or one that begins with ~/",
  fromJson: readPath,
  toJson: (text) => text,
};

export const paths: SettingKind<readonly string[]> = listOf("absolute paths, or such that begin with ~/", readPath);

/** Folders and session ids; an id holds no separator, so that a relative path is not taken for one. */
export const pathsOrIds: SettingKind<readonly string[]> = listOf(
  "session ids, and absolute paths or such that begin with ~/",
  (json, home) => readPath(json, home) ?? readId(json),
);

function listOf(
  items: string,
  readItem: (json: unknown, home: string | undefined) => string | undefined,
): SettingKind<readonly string[]> {
  return {
    accepts: `a list of ${items}`,
    fromJson(json, home) {
      if (!Array.isArray(json)) return undefined;
      const values = json.map((item) => readItem(item, home));
      return values.every((value) => value !== undefined) ? [...new Set(values)] : undefined;
    },
    toJson: (text) => text.split(delimiter).filter((item) => item !== ""),
  };
}

/** Nothing is resolved against the process's folder: it would mean something else in every terminal. */
function readPath(json: unknown, home: string | undefined): string | undefined {
  if (typeof json !== "string" || json.includes("\0")) return undefined;
  const expanded = json === "~" || json.startsWith("~/") || json.startsWith(`~${sep}`) ? expand(json, home) : json;
  return expanded !== undefined && isAbsolute(expanded) ? withoutEndingSeparator(normalize(expanded)) : undefined;
}

function expand(json: string, home: string | undefined): string | undefined {
  return home === undefined ? undefined : join(home, json.slice(1));
}

function withoutEndingSeparator(value: string): string {
  return value.length > 1 && value.endsWith(sep) && !/^[a-z]:\\$/i.test(value) ? value.slice(0, -1) : value;
}

function readId(json: unknown): string | undefined {
  return typeof json === "string" && json !== "" && json.trim() === json && !/^~|[/\\\0]/.test(json) ? json : undefined;
}
