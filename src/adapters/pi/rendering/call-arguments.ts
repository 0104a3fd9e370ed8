import { escapeForTerminal } from "../../../domain/text/escape-for-terminal.ts";
import { type Span, span } from "./span.ts";

/** Code units of one argument that are worth laying out. */
const MAX_ARGUMENT = 600;
/** An id up to this length is short enough to show whole. */
const SHORT_ID = 13;

/** Arguments of a call, which may still be arriving and may hold anything. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Which session an argument names, in words. `isWhole`: ids in full. */
export function describeSession(value: unknown, isWhole: boolean): string | undefined {
  const id = textOf(value);
  if (id === undefined) return undefined;
  return id === "current" ? "this session" : `session ${shorten(id, isWhole)}`;
}

/** An id, cut where it is long. */
export function shorten(id: string, isWhole: boolean): string {
  return isWhole || id.length <= SHORT_ID ? id : `${id.slice(0, 8)}…`;
}

/** What is known of a call, each fact behind a dot; those without a value are left out. */
export function facts(named: readonly (readonly [name: string, value: string | undefined])[]): Span[] {
  return named.flatMap(([name, value]) => (value === undefined ? [] : [span(` · ${name}${value}`, "quiet")]));
}

/** Escaped; undefined for nothing, and for what is no text, number or list of such. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && value !== "") return escapeForTerminal(value.slice(0, MAX_ARGUMENT));
  if (!Array.isArray(value)) return undefined;
  const words = value
    .slice(0, 50)
    .map(textOf)
    .filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(", ");
}

/** Whatever is no object has no fields. */
export function objectOf(value: unknown): Arguments {
  return typeof value === "object" && value !== null ? (value as Arguments) : {};
}
