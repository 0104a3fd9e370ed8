import { readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../fixtures/sessions");

/** Every committed session file, in the order of their paths. */
export function fixtureFiles(): readonly string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => join(FOLDER, name));
}
