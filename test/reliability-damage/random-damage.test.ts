import { spawn } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished, expect, test } from "vitest";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import type { EventSearchHit } from "../../src/domain/model/hit.ts";
import { DamagedPlace, DRIVER_WORDS } from "./damaged-place.ts";

const child = fileURLToPath(new URL("./damage-child.ts", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/sessions", import.meta.url));
const DAMAGES = process.env["LONG"] ? 600 : 30;
const QUERIES = [
  "retry budget",
  '"retry budget exceeded"',
  "migration",
  "rollback",
  "trigger",
  "payments",
  "error",
  "the",
];

interface Answer {
  readonly query: string;
  readonly syncs: boolean;
  readonly state: string;
  readonly totals: object;
  readonly hits: readonly EventSearchHit[];
}

interface Report {
  readonly answers?: readonly Answer[];
  readonly notices?: readonly string[];
  readonly found?: boolean;
  readonly repaired?: boolean;
  readonly after?: readonly object[];
  readonly failure?: { readonly code: string; readonly message: string };
  readonly crash?: string;
}

/** One of the ways in which a disk forgets: single bits, bytes, pages, an end, whichever file of the database it hits. */
function damage(file: string, random: SeededRandom): string {
  const bytes = readFileSync(file);
  const at = random.below(Math.max(1, bytes.length));
  const kind = random.below(6);
  if (kind === 0) {
    truncateSync(file, at);
    return `cut at ${at}`;
  }
  if (kind === 1) bytes.fill(random.below(2) * 0xff, at - (at % 4096), at - (at % 4096) + 4096);
  else {
    for (let flips = [1, 1, 4, 64][kind - 2] ?? 1; flips > 0; flips--) {
      const place = random.below(bytes.length);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << random.below(8));
    }
  }
  writeFileSync(file, bytes);
  return `kind ${kind} at ${at}`;
}

async function askChild(place: DamagedPlace): Promise<Report> {
  const node = spawn(process.execPath, [child, place.sessions, place.agent, JSON.stringify(QUERIES)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  node.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  node.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [exitCode, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    node.once("close", (code, killed) => resolve([code, killed]));
  });
  expect({ exitCode, signal }, stderr).toEqual({ exitCode: 0, signal: null });
  return JSON.parse(stdout) as Report;
}

test(`${DAMAGES} random damages of the database files end in the right answer or a clear failure`, {
  timeout: 3_600_000,
}, async () => {
  const place = new DamagedPlace();
  cpSync(fixtures, place.sessions, { recursive: true });
  const right = await askChild(place);
  expect(right).toMatchObject({ found: true, notices: [] });
  const sources = place.sourceHash();
  const texts = readTexts(place.sessions);
  const confirmed = new Map((right.answers ?? []).filter(({ syncs }) => syncs).map((answer) => [answer.query, answer]));
  const possible = new Set(
    [...confirmed.values()].flatMap(({ hits }) => hits.map((hit) => `${hit.sessionId} ${hit.entryId}`)),
  );
  expect(possible.size).toBeGreaterThan(20);
  const whole = join(place.folder, "whole");
  cpSync(place.agent, whole, { recursive: true });
  const seed = inject("fastCheckSeed");
  const random = new SeededRandom(seed);
  const ends = { unnoticed: 0, rebuilt: 0, doctored: 0, failed: 0 };
  onTestFinished(() => {
    process.stdout.write(`random damages, seed ${seed}: ${JSON.stringify(ends)}\n`);
  });
  for (let round = 0; round < DAMAGES; round++) {
    rmSync(place.agent, { recursive: true });
    cpSync(whole, place.agent, { recursive: true });
    const log = `${place.index}-wal`;
    const file = existsSync(log) && random.below(4) === 0 ? log : place.index;
    const what = `round ${round}, seed ${seed}: ${damage(file, random)}`;
    const report = await askChild(place);
    expect(report.crash, what).toBeUndefined();
    expect(place.sourceHash(), what).toBe(sources);
    if (report.failure) {
      ends.failed++;
      expect(report.failure.code, what).toBe("IndexUnavailable");
      expect(report.failure.message, what).not.toMatch(DRIVER_WORDS);
      continue;
    }
    let isRight = true;
    for (const { query, syncs, state, totals, hits } of report.answers ?? []) {
      const expected = confirmed.get(query);
      // Whatever is said, the sources say it too.
      for (const hit of hits) {
        expect(isConfirmed(hit, texts), `${what}: ${query} ${JSON.stringify(hit)}`).toBe(true);
      }
      if (JSON.stringify([totals, hits]) === JSON.stringify([expected?.totals, expected?.hits])) continue;
      if (syncs) isRight = false;
      else if (hits.length === 0 && state === "ready") isRight = false;
    }
    // What SQLite does not notice may hide a hit until the doctor comes, and then he finds it.
    if (!isRight) expect(report.found, `${what}: a wrong answer that the doctor does not find`).toBe(false);
    expect(report.repaired, what).toBe(true);
    expect(report.after, what).toEqual(QUERIES.map((query) => confirmed.get(query)?.totals));
    if (report.found === false) ends.doctored++;
    else if (report.answers?.[0]?.state !== "ready") ends.rebuilt++;
    else ends.unnoticed++;
  }
});

/** Everything that the session files say, by session and entry. */
function readTexts(sessions: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of globSync("**/*.jsonl", { cwd: sessions })) {
    let sessionId = "";
    for (const [position, line] of readFileSync(join(sessions, name), "utf8").split("\n").entries()) {
      try {
        const { type, id = `@${position}` } = JSON.parse(line) as { type?: string; id?: string };
        if (type === "session" && sessionId === "") sessionId = id;
        const key = `${sessionId} ${id}`;
        texts.set(key, `${texts.get(key) ?? ""} ${wordsOf(line)}`);
      } catch {
        // The fixtures hold bad lines too.
      }
    }
  }
  return texts;
}

/** True when the entry holds the words of the snippet; those at its ends may be cut. */
function isConfirmed(hit: EventSearchHit, texts: ReadonlyMap<string, string>): boolean {
  const text = texts.get(`${hit.sessionId} ${hit.entryId}`);
  const words = wordsOf(hit.snippet).split(" ").slice(1, -1);
  return text !== undefined && words.every((word) => text.includes(word));
}

/** Letters and digits, without what the escapes of JSON add. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/\\[nrtbf"\\/]/g, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
