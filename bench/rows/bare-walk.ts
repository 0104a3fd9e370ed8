import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The least that tells whether session files have changed: a recursive walk with one `lstat` per file. Answers with their bytes. */
export function bareWalk(folder: string): number {
  let bytes = 0;
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name);
    if (item.isDirectory()) bytes += bareWalk(path);
    else if (item.name.endsWith(".jsonl")) bytes += lstatSync(path).size;
  }
  return bytes;
}
