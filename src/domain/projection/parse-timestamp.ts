const ISO =
  /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-]\d{2}):?(\d{2}))?)?$/;

/**
 * An entry's timestamp in milliseconds since the epoch, or null when the text is no ISO 8601 date or date-time. Without an offset it is
 * UTC: Pi writes UTC, and an index must not depend on the time zone of the machine that builds it.
 */
export function parseTimestamp(text: string): number | null {
  const parts = ISO.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0", , offsetHour, offsetMinute] =
    parts;
  const offset = offsetHour === undefined ? "Z" : `${offsetHour}:${offsetMinute}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`);
  return Number.isNaN(time) ? null : time;
}
