import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import type { HistoryParts } from "../../src/domain/use-cases/history-parts.ts";
import { syncHistory } from "../../src/domain/use-cases/sync/sync-history.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";
import { SessionWords } from "../corpus/session-words.ts";
import { type LongSession, writeLongSession } from "../corpus/write-long-session.ts";
import { writeText } from "../corpus/write-text.ts";
import { type BytesRead, countBytes } from "../count-bytes.ts";
import { type Cost, measure, median, medianCost } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";

const MEGABYTE = 1_000_000;
const LARGE_MEGABYTES = 50;
const WARM_UP = 6;
const APPENDS_PER_ROUND = 12;
const TEXT = 1_000;
/** How many entries above the leaf a compaction keeps, and a short step back goes. */
const NEAR = 40;

interface GrowingSession extends LongSession {
  readonly parts: HistoryParts;
  readonly read: BytesRead;
  close(): Promise<void>;
}

interface SyncFigures extends Cost {
  readonly bytesRead: number;
}

/**
 * Append: a sync that finds one entry more, in a session of 50 MB against one of 1 MB, and the bytes that it reads of the files; then
 * the entries that change the states of many others in the session of 50 MB: a compaction, and a step to another branch (`/tree`).
 */
export async function append(scratch: string, rounds: number): Promise<BenchRow[]> {
  const folder = join(scratch, "append");
  rmSync(folder, { recursive: true, force: true });
  const small = await openGrowing(join(folder, "small"), MEGABYTE);
  const large = await openGrowing(join(folder, "large"), LARGE_MEGABYTES * MEGABYTE);
  const entries = new AppendedEntries();
  const bare: SyncFigures[] = [];
  const ours: SyncFigures[] = [];
  let [smallLeaf, leaf] = [lastOf(small), lastOf(large)];
  for (let at = -WARM_UP; at < rounds * APPENDS_PER_ROUND; at++) {
    const entry = entries.message();
    const toSmall = await syncAppended(small, { ...entry, parentId: smallLeaf });
    const toLarge = await syncAppended(large, { ...entry, parentId: leaf });
    smallLeaf = leaf = entry.id;
    if (at < 0) continue;
    bare.push(toSmall);
    ours.push(toLarge);
  }

  const compactions: SyncFigures[] = [];
  const steps: Record<"near" | "far", SyncFigures[]> = { near: [], far: [] };
  for (let round = -1; round < rounds; round++) {
    const written: string[] = [];
    for (let count = 0; count < NEAR; count++) {
      const entry = entries.message();
      appendEntry(large, { ...entry, parentId: leaf });
      written.push((leaf = entry.id));
    }
    await syncHistory(large.parts);
    const compaction = entries.compaction(written[NEAR >> 1] as string);
    const compacted = await syncAppended(large, { ...compaction, parentId: leaf });
    leaf = compaction.id;
    const targets = { near: written[0], far: large.entryIds[large.entryIds.length >> 1] };
    for (const [name, target] of Object.entries(targets)) {
      const step = await syncAppended(large, { ...entries.branchSummary(leaf), parentId: target });
      // Back to where the session was.
      const back = entries.message();
      appendEntry(large, { ...back, parentId: leaf });
      leaf = back.id;
      await syncHistory(large.parts);
      if (round >= 0) steps[name as "near" | "far"].push(step);
    }
    if (round >= 0) compactions.push(compacted);
  }
  await small.close();
  await large.close();
  rmSync(folder, { recursive: true, force: true });

  const mean = (costs: readonly Cost[]): number => costs.reduce((sum, { cpu }) => sum + cpu, 0) / costs.length;
  const most = (costs: readonly SyncFigures[]): number => Math.max(...costs.map(({ bytesRead }) => bytesRead));
  const alone = (what: string, figures: readonly SyncFigures[], facts: BenchRow["facts"] = {}): BenchRow => ({
    what,
    measured: medianCost(figures).cpu,
    byWallClock: medianCost(figures).wall,
    unit: `ms per sync, session of ${LARGE_MEGABYTES} MB`,
    facts: { slowestMs: Math.max(...figures.map(({ cpu }) => cpu)), mostBytesRead: most(figures), ...facts },
  });
  return [
    ratioRow(
      {
        what: "sync of one appended entry",
        unit: `× the same in a session of 1 MB (here ${LARGE_MEGABYTES} MB)`,
        bound: 2,
        facts: {
          appends: ours.length,
          entries: large.entryIds.length,
          ofMeans: mean(ours) / mean(bare),
          slowestMs: Math.max(...ours.map(({ cpu }) => cpu)),
          slowestBareMs: Math.max(...bare.map(({ cpu }) => cpu)),
        },
      },
      medianCost(ours),
      medianCost(bare),
    ),
    {
      what: "read per appended entry",
      measured: most(ours),
      bound: 64 * 1024,
      unit: `bytes at most, session of ${LARGE_MEGABYTES} MB`,
      facts: { median: median(ours.map(({ bytesRead }) => bytesRead)), mostOfOneMegabyte: most(bare) },
    },
    alone("sync of an appended compaction", compactions),
    alone(`sync of a step to a branch ${NEAR} entries back`, steps.near),
    alone("sync of a step to a branch from the middle", steps.far, { entriesLeft: large.entryIds.length >> 1 }),
  ];
}

async function openGrowing(folder: string, bytes: number): Promise<GrowingSession> {
  const sessions = join(folder, "sessions");
  const session = writeLongSession(join(sessions, "session.jsonl"), { sessionId: "growing", bytes, seed: 2 });
  const index = openIndexFile(join(folder, "index.sqlite"));
  const parts = openParts(index, sessions);
  const read: BytesRead = { bytes: 0 };
  await syncHistory(parts);
  return {
    ...session,
    parts: { ...parts, source: countBytes(parts.source, read) },
    read,
    close: () => index.store.close(),
  };
}

function lastOf({ entryIds }: LongSession): string {
  return entryIds.at(-1) as string;
}

function appendEntry({ path }: GrowingSession, entry: object): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

async function syncAppended(session: GrowingSession, entry: object): Promise<SyncFigures> {
  appendEntry(session, entry);
  const before = session.read.bytes;
  const { cost } = await measure(() => syncHistory(session.parts));
  const bytesRead = session.read.bytes - before;
  if (bytesRead === 0) throw new Error("The sync has not seen the appended entry.");
  return { ...cost, bytesRead };
}

type AppendedEntry = { readonly id: string } & Record<string, unknown>;

/** Entries of about a kilobyte, as a turn of an agent appends them. */
class AppendedEntries {
  readonly #random = new SeededRandom(3);
  readonly #words = new SessionWords(this.#random);
  #count = 0;

  /** In turn: what the user says, what the agent calls, and what comes of it. */
  message(): AppendedEntry {
    const turn = this.#count % 3;
    const call = `call${this.#count - turn}`;
    if (turn === 1) {
      const block = { type: "toolCall", id: call, name: "bash", arguments: { command: this.#text("output") } };
      return this.#entry("message", { message: { role: "assistant", content: [block] } });
    }
    const content = [{ type: "text", text: this.#text("prose") }];
    const result = { role: "toolResult", toolCallId: call, toolName: "bash", content, isError: false };
    return this.#entry("message", { message: turn === 2 ? result : { role: "user", content } });
  }

  compaction(firstKeptEntryId: string): AppendedEntry {
    return this.#entry("compaction", { firstKeptEntryId, summary: this.#text("prose"), tokensBefore: 150_000 });
  }

  branchSummary(fromId: string): AppendedEntry {
    return this.#entry("branch_summary", { fromId, summary: this.#text("prose") });
  }

  #entry(type: string, fields: Record<string, unknown>): AppendedEntry {
    const number = this.#count++;
    const timestamp = new Date(Date.UTC(2026, 5, 1) + number * 1_000).toISOString();
    return { type, id: `appended-${number}`, timestamp, ...fields };
  }

  #text(kind: "prose" | "output"): string {
    return writeText(this.#random, this.#words, TEXT, kind);
  }
}
