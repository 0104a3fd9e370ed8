import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Gives a session file that Pi has just written a chosen id, in its header and its name, and returns the new path.
 * Needed after `createBranchedSession` alone, which takes no id. The rest of the file stays byte for byte.
 */
export function pinSessionId(path: string, id: string): string {
  const bytes = readFileSync(path, "utf8");
  const end = bytes.indexOf("\n");
  const header: { id: string; timestamp: string } = JSON.parse(bytes.slice(0, end));
  const pinned = join(dirname(path), `${header.timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`);
  writeFileSync(pinned, JSON.stringify({ ...header, id }) + bytes.slice(end), { flag: "wx" });
  rmSync(path);
  return pinned;
}
