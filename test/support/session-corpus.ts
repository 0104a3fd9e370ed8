import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Paths of every `*.jsonl` file at any depth below the folder that the environment variable `SESSION_CORPUS` names, sorted;
 * empty when it is unset. A bigger check than the fixtures, over somebody's real sessions: only read them.
 */
export function sessionCorpus(folder: string | undefined = process.env["SESSION_CORPUS"]): readonly string[] {
  if (folder === undefined || folder === "") return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith(".jsonl"))
    .map((file) => join(file.parentPath, file.name))
    .toSorted();
}
