import { clipText } from "./clip-text.ts";

/** A timestamp for people: `2026-05-03 10:22 UTC`, what the file has when it is no time, or `no time`; 20 cells at most. */
export function formatTime(timestamp: string): string {
  if (timestamp.trim() === "") return "no time";
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return clipText(timestamp, 20);
  return `${new Date(time).toISOString().replace("T", " ").slice(0, -8)} UTC`;
}
