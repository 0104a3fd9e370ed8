import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { countFragments } from "./plain-texts.ts";
import { drawSize, type QuantileCurve } from "./quantile-curve.ts";
import { ByteShares, type Entry, SessionEntries } from "./session-entries.ts";

/** Entries per file as in real sessions (p50 16, p90 218, at most 1,019). */
const ENTRIES: QuantileCurve = [
  [0, 2],
  [0.5, 16],
  [0.9, 218],
  [0.99, 700],
  [1, 1_019],
];
/** Working directories; the first has half of the sessions. */
export const WORKSPACES = ["payments", "ledger", "gateway", "notes", "website", "tools"].map(
  (name) => `/home/ada/${name}`,
);
/** Share of sessions that are forks of an earlier one and copy a part of it. */
const FORKED = 0.12;
const FORKS_FROM = 40;
const NOISE_CHARACTERS = 400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

interface WrittenSession {
  readonly path: string;
  readonly cwd: string;
  readonly lines: readonly string[];
  readonly ids: readonly string[];
}

/**
 * Writes session files below `directory` until they hold at least `fragments` searchable fragments, the same ones for one seed.
 * Cost: about 20 seconds for 300,000 fragments.
 */
export function writeCorpus(
  directory: string,
  options: { readonly fragments: number; readonly seed: number },
): { files: number; fragments: number } {
  const random = new SeededRandom(options.seed);
  const shares = new ByteShares();
  const noise = drawNoise(random);
  const recent: WrittenSession[] = [];
  let files = 0;
  let fragments = 0;
  while (fragments < options.fragments) {
    const number = files++;
    const parent = recent.length > 0 && random.next() < FORKED ? random.pick(recent) : undefined;
    const cwd = parent?.cwd ?? (random.next() < 0.4 ? WORKSPACES[0] : random.pick(WORKSPACES)) ?? "";
    const startedAt = FIRST_DAY + number * 3_600_000;
    const session = new SessionEntries(random, shares, noise, startedAt);
    const shared = parent ? 1 + random.below(parent.lines.length) : 0;
    const lines = parent ? parent.lines.slice(0, shared) : [];
    const ids = parent ? parent.ids.slice(0, shared) : [];
    const lastShared = ids.at(-1);
    if (lastShared !== undefined) session.continueFrom(lastShared);
    for (let left = drawSize(random, ENTRIES); left > 0; left--) {
      const entry: Entry = session.next();
      lines.push(JSON.stringify(entry));
      ids.push(entry.id);
    }
    const path = writeSession(directory, { number, startedAt, cwd, parent: parent?.path, lines });
    for (const line of lines) shares.count(Buffer.byteLength(line));
    fragments += countFragments(lines);
    recent.push({ path, cwd, lines, ids });
    if (recent.length > FORKS_FROM) recent.shift();
  }
  return { files, fragments };
}

/** Letters and digits that fillers are cut from. */
export function drawNoise(random: SeededRandom): string {
  return Array.from({ length: NOISE_CHARACTERS }, () => ALPHABET[random.below(ALPHABET.length)]).join("");
}

function writeSession(
  directory: string,
  session: { number: number; startedAt: number; cwd: string; parent: string | undefined; lines: readonly string[] },
): string {
  const timestamp = new Date(session.startedAt).toISOString();
  const id = `00000000-0000-7000-8000-${String(session.number).padStart(12, "0")}`;
  const folder = join(directory, `--${session.cwd.slice(1).replaceAll("/", "-")}--`);
  const path = join(folder, `${timestamp.replaceAll(/[:.]/g, "-")}_${id}.jsonl`);
  const header = {
    type: "session",
    version: 3,
    id,
    timestamp,
    cwd: session.cwd,
    ...(session.parent !== undefined && { parentSession: session.parent }),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(header)}\n`);
  appendFileSync(path, `${session.lines.join("\n")}\n`);
  return path;
}
