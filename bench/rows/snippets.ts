import { readFileSync } from "node:fs";
import { analyze } from "../../src/domain/text/analyzer.ts";
import { resolveScope, type Scope } from "../../src/domain/use-cases/scope/resolve-scope.ts";
import type { HistoryParts } from "../../src/domain/use-cases/history-parts.ts";
import { renderHit } from "../../src/domain/use-cases/search/render-hit.ts";
import { LONG_RUN } from "../../src/domain/text/analyzer.ts";
import type { EventSearchHit } from "../../src/domain/model/hit.ts";
import type { BenchRow } from "../bench-row.ts";
import { eachRecord } from "../corpus/each-record.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { plainTexts } from "../corpus/plain-texts.ts";
import { measure, median } from "../measure.ts";
import { openIndexFile, openParts } from "../open-parts.ts";

const HITS = 10;
const BATCHES = 15;
/** Texts this much above or below the 99th percentile of sizes count as such. */
const NEAR = 0.15;

/** A fragment of about the 99th percentile of sizes, and a word from its middle. */
interface Place {
  readonly path: string;
  readonly entryId: string;
  readonly ordinal: number;
  readonly token: string;
}

/**
 * Snippets: ten hits made from their source records, each record read, parsed, verified by its hash, and searched for the match. All ten
 * have texts of about the 99th percentile of sizes, as the corpus mixes plain ASCII and others.
 */
export async function snippets(corpus: Corpus, indexFile: string): Promise<BenchRow> {
  const index = openIndexFile(indexFile);
  const parts = openParts(index, corpus.sessions);
  const scope = await resolveScope({ cwd: "/", everything: true }, parts);
  const costs: { cpu: number; wall: number }[] = [];
  const places = largePlaces(corpus, HITS * (BATCHES + 1));
  for (let at = 0; at + HITS <= places.length; at += HITS) {
    const hits = await measure(() => renderAll(places.slice(at, at + HITS), scope, parts));
    if (hits.result.some((hit) => hit === undefined)) throw new Error("A source record does not confirm its hit.");
    // The first batch warms up.
    if (at > 0) costs.push(hits.cost);
  }
  await index.store.close();
  return {
    what: "snippets",
    measured: median(costs.map((cost) => cost.cpu)),
    byWallClock: median(costs.map((cost) => cost.wall)),
    bound: 10,
    unit: "ms for 10 hits of p99 size",
    facts: {
      batches: costs.length,
      slowestMs: Math.max(...costs.map((cost) => cost.cpu)),
      codeUnits: corpus.sizes.p99,
    },
  };
}

async function renderAll(
  places: readonly Place[],
  scope: Scope,
  parts: HistoryParts,
): Promise<(EventSearchHit | undefined)[]> {
  const hits: (EventSearchHit | undefined)[] = [];
  const bySource = new Map(scope.visible.map((source) => [source.path, source]));
  for (const { path, entryId, ordinal, token } of places) {
    const source = bySource.get(path);
    const stored = source && (await parts.store.event(source.key, entryId));
    if (!source || !stored) throw new Error("The index does not hold the corpus.");
    const { sessionId, startedTime } = source.session;
    const { key, time, entryType, contentHash } = stored;
    const match = { event: key, relevance: 1, ordinal, matchingFragmentCount: 1 };
    const rank = { source: source.key, sessionId, startedTime, lineage: "", depth: 0, relevance: 1, ordinal };
    const canonical = { ...rank, match, entryId, entryType, contentHash, time };
    const context = { leaves: [{ type: "term", token } as const], scope, parts, states: stored };
    hits.push(await renderHit({ canonical, copies: [] }, stored, context));
  }
  return hits;
}

function largePlaces(corpus: Corpus, wanted: number): Place[] {
  const { p99 } = corpus.sizes;
  const places: Place[] = [];
  for (const path of corpus.files) {
    for (const { record } of eachRecord(readFileSync(path, "utf8"))) {
      for (const [ordinal, text] of plainTexts(record).entries()) {
        if (Math.abs(text.length - p99) > NEAR * p99) continue;
        const token = analyze(text.slice(text.length >> 1, (text.length >> 1) + 200)).find(
          (word) => word !== LONG_RUN && /^[a-z]{4,}$/.test(word) && analyze(text).includes(word),
        );
        if (token !== undefined) places.push({ path, entryId: (record as { id: string }).id, ordinal, token });
        if (places.length === wanted) return places;
      }
    }
  }
  return places;
}
