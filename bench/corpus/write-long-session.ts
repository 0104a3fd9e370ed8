import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { ByteShares, SessionEntries } from "./session-entries.ts";
import { drawNoise, WORKSPACES } from "./write-corpus.ts";

/** Entries after which the words change: the writer keeps the texts that later results repeat. */
const ENTRIES_PER_STRETCH = 1_000;
const WRITTEN_AT_ONCE = 4_000_000;
const STARTED_AT = Date.UTC(2026, 0, 1);

/** A session file that was written. */
export interface LongSession {
  readonly path: string;
  readonly bytes: number;
  /** In append order, which is also the order of the one branch. */
  readonly entryIds: readonly string[];
}

/** Writes one session of the corpus's kind of entries, `bytes` long and a little more. Cost: about 50 MB per second. */
export function writeLongSession(
  path: string,
  options: { readonly sessionId: string; readonly bytes: number; readonly seed: number },
): LongSession {
  const random = new SeededRandom(options.seed);
  const noise = drawNoise(random);
  const shares = new ByteShares();
  const entryIds: string[] = [];
  let session = new SessionEntries(random, shares, noise, STARTED_AT);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  const timestamp = new Date(STARTED_AT).toISOString();
  const header = { type: "session", version: 3, id: options.sessionId, timestamp, cwd: WORKSPACES[0] };
  let bytes = 0;
  let pending = `${JSON.stringify(header)}\n`;
  while (bytes + pending.length < options.bytes) {
    if (entryIds.length % ENTRIES_PER_STRETCH === ENTRIES_PER_STRETCH - 1) {
      session = new SessionEntries(random, shares, noise, STARTED_AT + entryIds.length * 60_000);
    }
    const parentId = entryIds.at(-1) ?? null;
    // Random ids would repeat among as many as these.
    const id = entryIds.length.toString(16).padStart(8, "0");
    const { firstKeptEntryId, fromId, ...entry } = session.next();
    const named = {
      ...entry,
      ...(firstKeptEntryId != null && { firstKeptEntryId: parentId }),
      ...(fromId != null && { fromId: parentId }),
    };
    const line = `${JSON.stringify({ ...named, id, parentId })}\n`;
    shares.count(line.length);
    entryIds.push(id);
    pending += line;
    if (pending.length < WRITTEN_AT_ONCE) continue;
    bytes += writeSync(file, pending);
    pending = "";
  }
  bytes += writeSync(file, pending);
  closeSync(file);
  return { path, bytes, entryIds };
}
