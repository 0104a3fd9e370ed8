import { closeSync, openSync, writeSync } from "node:fs";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { assistant, bash, type SessionEntry, sessionText, toolCall, toolResult, user } from "./session-file.ts";

export interface LargeSession {
  readonly path: string;
  readonly sessionId: string;
  readonly bytes: number;
  /** Entries `e1`, `e2` … in append order; entry `e<n>` holds the word `mark<n>`, and every one the word `generated`. */
  readonly entries: number;
}

const SEED = 20_260_105;
/** Different words, about as many as a large project has. */
const VOCABULARY = 30_000;
const TEXTS = 200;
/** Written to the file at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Writes a session of at least `bytes` bytes in memory that does not depend on it: messages, calls and results of `entryBytes` bytes each,
 * the same ones every time. Cost: about a second for 300 MB.
 */
export function writeLargeSession(
  path: string,
  { sessionId = "large", bytes, entryBytes = 4_000 }: { sessionId?: string; bytes: number; entryBytes?: number },
): LargeSession {
  const texts = fillerTexts(entryBytes);
  const file = openSync(path, "w");
  try {
    let written = writeSync(file, sessionText({ id: sessionId, cwd: "/ws/alpha" }));
    let entries = 0;
    while (written < bytes) {
      const lines: string[] = [];
      for (let length = 0; length < PIECE_BYTES && written + length < bytes; ) {
        entries++;
        const line = lineOf(entries, texts[entries % TEXTS] ?? "");
        length += line.length;
        lines.push(line);
      }
      written += writeSync(file, lines.join(""));
    }
    return { path, sessionId, bytes: written, entries };
  } finally {
    closeSync(file);
  }
}

/** The line of entry `e<at>`: of ASCII only, so that its length is its bytes. */
export function lineOf(at: number, filler: string): string {
  const parentId = at === 1 ? null : `e${at - 1}`;
  const timestamp = new Date(Date.UTC(2026, 0, 5) + at * 1000).toISOString();
  return `${JSON.stringify({ id: `e${at}`, parentId, timestamp, ...entryOf(at, `generated mark${at} ${filler}`) })}\n`;
}

function entryOf(at: number, text: string): SessionEntry {
  if (at % 5 === 1) return user(text);
  if (at % 5 === 2) return assistant([toolCall(`call${at}`, "bash", { command: text })], { stopReason: "toolUse" });
  if (at % 5 === 3) return toolResult(`call${at - 1}`, "bash", text);
  return at % 5 === 4 ? bash("make", text) : assistant(text);
}

/** Texts of words, the frequent ones much more frequent, as in real ones. */
function fillerTexts(length: number): string[] {
  const random = new SeededRandom(SEED);
  return Array.from({ length: TEXTS }, () => {
    let text = "";
    while (text.length < length) text += `w${Math.floor(VOCABULARY ** random.next()).toString(36)} `;
    return text.slice(0, length);
  });
}
