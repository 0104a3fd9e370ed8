import { openHistory } from "../../src/container.ts";
import type { SyncProgress } from "../../src/ports/progress.ts";
import { type BenchRow, ratioRow } from "../bench-row.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { WORKSPACES } from "../corpus/write-corpus.ts";
import { addCosts, type Cost, measure, meanCost } from "../measure.ts";
import { bareWalk } from "./bare-walk.ts";

const WARM_UP = 2;

/** Warm start over the corpus. */
export function warmStart(corpus: Corpus, indexFile: string, rounds: number): Promise<BenchRow> {
  const place = { sessions: corpus.sessions, index: indexFile };
  return measureWarmStart("warm start", place, corpus.files.length, rounds * 3);
}

/**
 * Warm start: opening the history over an index that is up to date, and a sync, which finds nothing changed and answers with the coverage
 * of the caller's sessions; against a bare walk and stat. Both sides in turn, after some rounds to warm up.
 * Throws where there was anything to do.
 */
export async function measureWarmStart(
  what: string,
  place: { readonly sessions: string; readonly index: string },
  files: number,
  rounds: number,
): Promise<BenchRow> {
  const [openings, syncs, walks]: [Cost[], Cost[], Cost[]] = [[], [], []];
  for (let round = -WARM_UP; round < rounds; round++) {
    const walk = await measure(() => bareWalk(place.sessions));
    const { opening, sync } = await startOnce(place);
    if (round < 0) continue;
    walks.push(walk.cost);
    openings.push(opening);
    syncs.push(sync);
  }
  const ours = meanCost(openings.map((opening, at) => addCosts(opening, syncs[at] as Cost)));
  const facts = { files, openingMs: meanCost(openings).cpu };
  return ratioRow({ what, unit: "× bare walk and stat", facts }, ours, meanCost(walks));
}

async function startOnce(place: {
  readonly sessions: string;
  readonly index: string;
}): Promise<{ readonly opening: Cost; readonly sync: Cost }> {
  const caller = { cwd: WORKSPACES[0] as string, workspaces: WORKSPACES.slice(0, 1) };
  const opened = await measure(() =>
    openHistory({ sessions: [place.sessions], index: place.index, engine: "fts5", env: {}, log: false }),
  );
  let changed = 0;
  const onProgress = ({ files }: SyncProgress): void => void (changed = files);
  const sync = await measure(() => opened.result.history.sync(caller, { onProgress }));
  await opened.result.history.close();
  if (changed > 0 || sync.result.state !== "ready") throw new Error("The index was not up to date.");
  return { opening: opened.cost, sync: sync.cost };
}
