import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { openHistory } from "../../src/container.ts";
import { assistant, bash, sessionText, toolCall, toolResult, user } from "../support/session-file.ts";
import { DamagedPlace, everyone } from "./damaged-place.ts";

const FILES = process.env["LONG"] ? 20_000 : 500;
/** Files that are indexed together. */
const BATCH = 250;

interface MutatedFile {
  readonly bytes: Buffer;
  /** Words that stand in lines that nothing has touched, below a header that nothing has touched. */
  readonly findable: readonly string[];
}

/** So far from each other that a few flipped bits make none of them into another: of a repeated id only the last entry stands. */
const NAMES = ["alpha", "bridge", "cobalt", "dynamo", "ember", "fjord"];

/** A session of six entries, some of whose lines are damaged, and perhaps without its last newline. */
function mutate(id: string, random: SeededRandom): MutatedFile {
  const words = NAMES.map((name) => `${id}${name}`);
  const [w0 = "", w1 = "", w2 = "", w3 = "", w4 = "", w5 = ""] = words;
  const calls = [toolCall("c1", "bash", { command: w2 })];
  const named = NAMES.map((name) => ({ id: name }));
  const [n0, n1, n2, n3, n4, n5] = named;
  const entries = [
    user(w0, n0),
    assistant(w1, {}, n1),
    assistant(calls, {}, n2),
    toolResult("c1", "bash", w3, {}, n3),
    bash("ls", w4, {}, n4),
    user(w5, n5),
  ];
  const lines: Buffer[] = sessionText({ id, entries })
    .split("\n")
    .slice(0, -1)
    .map((line) => Buffer.from(line));
  const touched = new Set<number>();
  for (let times = 1 + random.below(3); times > 0; times--) {
    // The header stays: without one there is no session to search in.
    const at = 1 + random.below(lines.length - 1);
    touched.add(at);
    lines[at] = mutateLine(lines[at] ?? Buffer.of(), random);
  }
  const isTorn = random.below(4) === 0;
  const content = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
  // Without its newline the last line is still being written.
  if (isTorn) touched.add(lines.length - 1);
  return {
    bytes: isTorn ? content.subarray(0, -1) : content,
    findable: words.filter((_, at) => !touched.has(at + 1)),
  };
}

const JUNK = [
  '{"type":"message","id":7,"message":null}',
  '{"type":"message","message":{"role":"user","content":[null,1,{"type":"text"},{"type":"text","text":{}}]}}',
  '{"type":"compaction","firstKeptEntryId":{},"summary":[[]]}',
  '{"type":"label","targetId":["x"],"label":0}',
  '{"type":"branch_summary","fromId":-1,"summary":{"toString":null}}',
  '{"type":"session","id":"another","cwd":"/"}',
  '{"__proto__":{"type":"message"},"constructor":1,"id":"__proto__"}',
  '{"type":"message","id":"e1","parentId":"e1","message":{"role":"assistant","content":[{"type":"toolCall"}]}}',
  '{"type":"message","id":"e2","parentId":"e5","timestamp":1e400,"message":{"role":"toolResult","toolCallId":{}}}',
  "[]",
  "0",
  '"text"',
  "nul",
  "{".repeat(5_000),
  "[".repeat(50_000),
];

function mutateLine(line: Buffer, random: SeededRandom): Buffer {
  const copy = Buffer.from(line);
  switch (random.below(7)) {
    case 0:
      return Buffer.from(random.pick(JUNK));
    case 1:
      return copy.subarray(0, random.below(copy.length));
    case 2:
      for (let flips = 1 + random.below(8); flips > 0; flips--) flip(copy, random);
      return copy;
    case 3:
      return Buffer.concat([copy, Buffer.from(random.pick(["\r", "\u0000", "\u2028", " trailing", "}"]))]);
    case 4:
      return Buffer.from(
        copy
          .toString()
          .replace(
            /"(id|type|message|content|role|parentId)":/,
            `"$1":${random.pick(['null,"x":', '{},"x":', '[],"x":', '1,"x":'])}`,
          ),
      );
    case 5:
      return Buffer.from(
        Array.from({ length: 1 + random.below(300) }, () => random.below(256)).filter((byte) => byte !== 10),
      );
    default:
      return Buffer.concat([Buffer.from("\ufeff"), copy]);
  }
}

/** Flips a bit of a byte, without making a newline of it. */
function flip(bytes: Buffer, random: SeededRandom): void {
  if (bytes.length === 0) return;
  const at = random.below(bytes.length);
  const flipped = (bytes[at] ?? 0) ^ (1 << random.below(8));
  if (flipped !== 10) bytes[at] = flipped;
}

test(`${FILES} mutated session files: nothing throws, every line that nobody touched is found, counts are exact`, {
  timeout: 3_600_000,
}, async () => {
  const seed = inject("fastCheckSeed");
  const random = new SeededRandom(seed);
  const place = new DamagedPlace();
  for (let batch = 0; batch * BATCH < FILES; batch++) {
    const sessions = join(place.sessions, "now");
    mkdirSync(sessions);
    const files = new Map<string, MutatedFile>();
    for (let at = 0; at < BATCH && batch * BATCH + at < FILES; at++) {
      const id = `s${random.below(2 ** 31).toString(36)}${random.below(2 ** 31).toString(36)}`;
      const file = mutate(id, random);
      files.set(id, file);
      writeFileSync(join(sessions, `${id}.jsonl`), file.bytes);
    }
    const { history } = await openHistory({ sessions: [sessions], index: "memory", log: false });
    const coverage = await history.sync(everyone);
    expect(coverage.sessions, `seed ${seed}, batch ${batch}`).toEqual({ indexed: files.size, known: files.size });
    for (const [id, { findable }] of files) {
      for (const word of findable) {
        const { hits, totals } = await history.search({ query: word }, everyone);
        expect(
          hits.map((hit) => hit.sessionId),
          `seed ${seed}: ${word}`,
        ).toEqual([id]);
        expect(totals, word).toEqual({ events: 1, fragments: 1 });
      }
    }
    const found = await history.verify({ repair: false }, everyone);
    expect(found, `seed ${seed}, batch ${batch}`).toMatchObject({
      ok: true,
      files: { checked: files.size, pending: 0 },
    });
    const listed = (await history.sessions({}, everyone)).sessions;
    expect(listed.reduce((sum, session) => sum + session.events, 0)).toBe(found.events.checked);
    await history.close();
    rmSync(sessions, { recursive: true });
  }
});
