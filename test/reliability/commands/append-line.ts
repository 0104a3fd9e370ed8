import { appendFileSync, readFileSync } from "node:fs";
import type { SessionEntry } from "../../support/session-file.ts";
import type { ModelFile } from "../world.ts";

interface HeldEntry {
  readonly id?: string;
  readonly type: string;
}

/** The entries that a file holds in whole lines, the header left out. */
export function entriesOf(path: string): HeldEntry[] {
  const lines = readFileSync(path, "utf8").split("\n").slice(1, -1);
  return lines.flatMap((line): HeldEntry[] => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as HeldEntry] : [];
    } catch {
      return [];
    }
  });
}

/** One line as a writer appends it, below the last entry unless it says otherwise. */
export function lineOf(path: string, entry: SessionEntry, serial: number): string {
  const parentId = entriesOf(path).at(-1)?.id ?? null;
  const timestamp = new Date(Date.UTC(2026, 1, 1) + serial * 1000).toISOString();
  return `${JSON.stringify({ id: `new${serial}`, parentId, timestamp, ...entry })}\n`;
}

/** Appends a whole line. A record that was written in part becomes a bad line, as when Pi opens such a file. */
export function appendLine(path: string, file: ModelFile, entry: SessionEntry, serial: number): void {
  const line = lineOf(path, entry, serial);
  appendFileSync(path, file.missing === undefined ? line : `\n${line}`);
  delete file.missing;
}
