import type { LogEntry } from "../../../ports/log-reader.ts";

/** One message of the local log on one line. */
export function describeLogEntry({ time, level, message, path, cause }: LogEntry): string {
  const words = [`${time} ${level}: ${message}`];
  if (path !== undefined) words.push(`File: ${path}.`);
  if (cause !== undefined) words.push(`Cause: ${cause}.`);
  return words.join(" ");
}

/** What `/event-recall log` tells. `place`: empty where the log is out of reach. */
export function describeLog(place: string, entries: readonly LogEntry[]): string[] {
  if (place === "") return ["The local log cannot be read in this session."];
  if (entries.length === 0) return [`Local log: ${place} (nothing in it)`];
  return [`Local log: ${place}`, "Last messages:", ...entries.map((entry) => `  ${describeLogEntry(entry)}`)];
}
