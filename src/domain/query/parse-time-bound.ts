import { RecallError } from "../model/errors.ts";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;
const DAY_MS = 86_400_000;

/**
 * A time bound as an instant in milliseconds since the epoch; undefined when it is absent. A date alone means that day in UTC:
 * its first millisecond as `from`, its last as `to`. A time without an offset is UTC, so that an answer never depends on the machine.
 * Errors: `InvalidFilter`.
 */
export function parseTimeBound(name: "from" | "to", bound: string | undefined): number | undefined {
  if (bound === undefined) return undefined;
  const invalid = (): RecallError =>
    new RecallError(
      "InvalidFilter",
      `\`${name}\` is no time: use a date such as 2026-03-31 or a time such as 2026-03-31T14:00:00Z.`,
    );
  if (typeof bound !== "string") throw invalid();
  const text = bound.trim();
  const date = DATE.exec(text);
  if (date) {
    const day = wholeDay(text);
    if (day === undefined) throw invalid();
    return name === "from" ? day : day + DAY_MS - 1;
  }
  const parts = DATE_TIME.exec(text);
  if (!parts || wholeDay(parts[1] as string) === undefined) throw invalid();
  const offset = (parts[3] ?? "Z").toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = Date.parse(`${parts[1]}T${(parts[2] as string).replace(",", ".")}${offset}`);
  if (Number.isNaN(instant)) throw invalid();
  return instant;
}

/** Start of a day in UTC, or undefined for a day that no calendar has (2026-02-30). */
function wholeDay(text: string): number | undefined {
  const day = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text ? undefined : day;
}
