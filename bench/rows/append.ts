import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { HistoryParts } from "../../src/domain/use-cases/history-parts.ts";
import { syncHistory } from "../../src/domain/use-cases/sync/sync-history.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";
import { AppendedEntries, type AppendedEntry } from "../corpus/appended-entries.ts";
import { type LongSession, writeLongSession } from "../corpus/write-long-session.ts";
import { type BytesRead, countBytes } from "../../test/reliability/sources/counting-source.ts";
import { type Cost, meanCost, measure, medianCost } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";

const MEGABYTE = 1_000_000;
const LARGE_MEGABYTES = 50;
/** Measured together: the processor time of a thread is counted in steps, of which one append takes less than one. */
const APPENDS_AT_ONCE = 40;
/** Entries that a short step back leaves. */
const STEP = 40;

interface GrowingSession extends LongSession {
  leaf: string;
  readonly parts: HistoryParts;
  readonly read: BytesRead;
  close(): Promise<void>;
}

/** Of one append with its sync. */
interface SyncFigures extends Cost {
  /** At most. */
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
  const appends = await appendInTurn(large, small, entries, rounds);
  const changes = await appendChanges(large, entries, rounds * 3);
  await small.close();
  await large.close();
  rmSync(folder, { recursive: true, force: true });
  return [
    appendRow(appends, large),
    {
      what: "read per appended entry",
      measured: most(appends.large),
      bound: 64 * 1024,
      unit: `bytes at most, session of ${LARGE_MEGABYTES} MB`,
      facts: { inOneMegabyte: most(appends.small) },
    },
    changeRow("sync of an appended compaction", changes.compaction),
    changeRow(`sync of a step to a branch ${STEP} entries back`, changes.near),
    changeRow("sync of a step to a branch from the middle", changes.far, { entriesLeft: large.entryIds.length >> 1 }),
  ];
}

async function appendInTurn(
  large: GrowingSession,
  small: GrowingSession,
  entries: AppendedEntries,
  rounds: number,
): Promise<Record<"large" | "small", SyncFigures[]>> {
  const figures: Record<"large" | "small", SyncFigures[]> = { large: [], small: [] };
  for (let round = -1; round < rounds; round++) {
    const batch = Array.from({ length: APPENDS_AT_ONCE }, () => entries.message());
    const toSmall = await syncEach(small, batch);
    const toLarge = await syncEach(large, batch);
    // The first round warms up.
    if (round < 0) continue;
    figures.small.push(toSmall);
    figures.large.push(toLarge);
  }
  return figures;
}

type Change = "compaction" | "near" | "far";

/** Each round: some ordinary entries, a compaction that keeps half of them, and two steps to other branches, each with the way back. */
async function appendChanges(
  session: GrowingSession,
  entries: AppendedEntries,
  rounds: number,
): Promise<Record<Change, SyncFigures[]>> {
  const figures: Record<Change, SyncFigures[]> = { compaction: [], near: [], far: [] };
  const middle = session.entryIds[session.entryIds.length >> 1] as string;
  for (let round = -1; round < rounds; round++) {
    const written = Array.from({ length: STEP }, () => appendEntry(session, entries.message()));
    await syncHistory(session.parts);
    const compaction = await syncAppended(session, entries.compaction(written[STEP >> 1] as string));
    const near = await stepTo(written[0] as string, session, entries);
    const far = await stepTo(middle, session, entries);
    // The first round warms up.
    if (round < 0) continue;
    figures.compaction.push(compaction);
    figures.near.push(near);
    figures.far.push(far);
  }
  return figures;
}

/** A step from the leaf to an earlier entry, as Pi writes it down, and afterwards back to where the session was. */
async function stepTo(target: string, session: GrowingSession, entries: AppendedEntries): Promise<SyncFigures> {
  const { leaf } = session;
  session.leaf = target;
  const step = await syncAppended(session, entries.branchSummary(leaf));
  session.leaf = leaf;
  appendEntry(session, entries.message());
  await syncHistory(session.parts);
  return step;
}

function appendRow({ large, small }: Record<"large" | "small", SyncFigures[]>, { entryIds }: LongSession): BenchRow {
  return ratioRow(
    {
      what: "sync of one appended entry",
      unit: `× the same in 1 MB, in a session of ${LARGE_MEGABYTES} MB`,
      bound: 2,
      facts: { appends: large.length * APPENDS_AT_ONCE, entries: entryIds.length },
    },
    medianCost(large),
    medianCost(small),
  );
}

function changeRow(what: string, figures: readonly SyncFigures[], facts: BenchRow["facts"] = {}): BenchRow {
  const { cpu, wall } = meanCost(figures);
  const slowestWallMs = Math.max(...figures.map((figure) => figure.wall));
  return {
    what,
    measured: cpu,
    byWallClock: wall,
    unit: `ms, in a session of ${LARGE_MEGABYTES} MB`,
    facts: { slowestWallMs, mostBytesRead: most(figures), ...facts },
  };
}

function most(figures: readonly SyncFigures[]): number {
  return Math.max(...figures.map(({ bytesRead }) => bytesRead));
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
    leaf: session.entryIds.at(-1) as string,
    parts: { ...parts, source: countBytes(parts.source, read) },
    read,
    close: () => index.store.close(),
  };
}

/** Below the leaf, and becomes the leaf. */
function appendEntry(session: GrowingSession, entry: AppendedEntry): string {
  appendFileSync(session.path, `${JSON.stringify({ ...entry, parentId: session.leaf })}\n`);
  session.leaf = entry.id;
  return entry.id;
}

async function syncAppended(session: GrowingSession, entry: AppendedEntry): Promise<SyncFigures> {
  return syncEach(session, [entry]);
}

/** Appends the entries one by one, each with a sync of its own. */
async function syncEach(session: GrowingSession, entries: readonly AppendedEntry[]): Promise<SyncFigures> {
  let bytesRead = 0;
  const { cost } = await measure(async () => {
    for (const entry of entries) {
      const before = session.read.bytes;
      appendEntry(session, entry);
      await syncHistory(session.parts);
      const now = session.read.bytes - before;
      if (now === 0) throw new Error("The sync has not seen the appended entry.");
      bytesRead = Math.max(bytesRead, now);
    }
  });
  return { cpu: cost.cpu / entries.length, wall: cost.wall / entries.length, bytesRead };
}
