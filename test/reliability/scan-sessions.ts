import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ScannedSessions {
  /** Distinct ids of the files that are sessions. */
  readonly sessionIds: ReadonlySet<string>;
  /** Newline-terminated lines of sessions that are no JSON. A last line without a newline is none. */
  readonly malformed: number;
}

/** Reads the files of a folder in the plainest way, to tell what an index of them has to report. */
export function scanSessions(folder: string): ScannedSessions {
  const sessionIds = new Set<string>();
  let malformed = 0;
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1);
    const values = lines.filter((line) => line.trim() !== "").map(parse);
    const header = values.find((value) => value !== undefined && Boolean(value)) as { type?: unknown; id?: unknown };
    if (header?.type !== "session" || typeof header.id !== "string") continue;
    sessionIds.add(header.id);
    malformed += values.filter((value) => value === undefined).length;
  }
  return { sessionIds, malformed };
}

/** Undefined for what is no JSON. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
