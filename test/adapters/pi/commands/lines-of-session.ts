import { readFileSync } from "node:fs";

/** The lines of a session file. */
export function linesOfSession(path: string): readonly { readonly type: string; readonly id: string }[] {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as { type: string; id: string });
}
