import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry, LogReader } from "../../ports/log-reader.ts";
import { ownFolder } from "./own-folder.ts";

/** Bytes at the end of the log that are read: a message with stack and causes takes some thousands. */
const TAIL_BYTES = 256 * 1024;
/** pino's numbers. */
const WARN = 40;

/** Has nothing to tell. */
export const silentLog: LogReader = { place: "", recent: () => [] };

/** Reads the log that `createFileDiagnostics` writes. Lines that are none of its messages are passed over. */
export function createLogReader(agentDir: string): LogReader {
  const place = join(ownFolder(agentDir), "log.ndjson");
  return {
    place,
    recent: (count) =>
      readTail(place)
        .split("\n")
        .map(readEntry)
        .filter((entry) => entry !== undefined)
        .slice(-count),
  };
}

function readTail(path: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, bytes.length, size - bytes.length));
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readEntry(line: string): LogEntry | undefined {
  try {
    const { time, level, msg, path, error } = JSON.parse(line) as Record<string, unknown>;
    if (typeof time !== "string" || typeof level !== "number" || typeof msg !== "string") return undefined;
    const cause = innermost(error);
    return {
      time,
      level: level > WARN ? "error" : "warn",
      message: msg,
      ...(typeof path === "string" && { path }),
      ...(cause !== undefined && { cause }),
    };
  } catch {
    return undefined;
  }
}

/** `type: message` of the error that started it all. */
function innermost(error: unknown): string | undefined {
  let found: string | undefined;
  for (let at = error; typeof at === "object" && at !== null; at = (at as { cause?: unknown }).cause) {
    const { type, message } = at as { type?: unknown; message?: unknown };
    if (typeof message === "string") found = typeof type === "string" ? `${type}: ${message}` : message;
  }
  return found;
}
