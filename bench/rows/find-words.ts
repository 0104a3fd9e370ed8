import { readFileSync } from "node:fs";
import { SeededRandom } from "../../src/contract/seeded-random.ts";
import { analyze, LONG_RUN } from "../../src/domain/text/analyzer.ts";
import type { HistoryParts } from "../../src/domain/use-cases/history-parts.ts";
import { resolveScope } from "../../src/domain/use-cases/scope/resolve-scope.ts";
import { selectSources } from "../../src/domain/use-cases/search/select-sources.ts";
import { matchEvents } from "../../src/domain/use-cases/search/match-events.ts";
import { eachRecord } from "../corpus/each-record.ts";
import { plainTexts } from "../corpus/plain-texts.ts";

const CALLER = { cwd: "/", everything: true };
/** Fragments whose every word is asked for, and most words in all. */
const SAMPLED_FRAGMENTS = 30;
const MOST_WORDS = 600;

export interface FoundWords {
  readonly words: number;
  /** Events that hold a sampled word, summed over the words. */
  readonly holding: number;
  readonly lost: number;
  readonly excess: number;
}

/** Searches for every word of a few sampled fragments and compares with a plain scan of the files. */
export async function findWords(parts: HistoryParts, files: readonly string[]): Promise<FoundWords> {
  const scope = await resolveScope(CALLER, parts);
  const sources = new Map(scope.visible.map((source) => [source.path, source.key]));
  const holders = new Map(sampleWords(files).map((word) => [word, new Set<number>()]));
  for (const path of files) {
    const events = await parts.store.eventsOfSource(sources.get(path) ?? -1);
    const keys = new Map(events.map((event) => [event.position, event.key]));
    for (const { position, record } of eachRecord(readFileSync(path, "utf8"))) {
      const key = keys.get(position);
      for (const text of plainTexts(record)) {
        for (const token of analyze(text)) holders.get(token)?.add(key ?? -1);
      }
    }
  }
  const filter = await selectSources({}, CALLER, scope, parts);
  let [holding, lost, excess] = [0, 0, 0];
  for (const [token, expected] of holders) {
    const matches = await matchEvents({ type: "term", token }, filter, parts, { relevance: false });
    let found = 0;
    for (let at = 0; at < matches.size; at++) if (expected.has(matches.at(at).event)) found++;
    holding += expected.size;
    lost += expected.size - found;
    excess += matches.size - found;
  }
  return { words: holders.size, holding, lost, excess };
}

function sampleWords(files: readonly string[]): string[] {
  const random = new SeededRandom(7);
  const words = new Set<string>();
  for (let taken = 0; taken < SAMPLED_FRAGMENTS; ) {
    const texts = [...eachRecord(readFileSync(random.pick(files), "utf8"))].flatMap(({ record }) => plainTexts(record));
    if (texts.length === 0) continue;
    taken++;
    for (const word of analyze(random.pick(texts))) if (word !== LONG_RUN) words.add(word);
  }
  return random.shuffle([...words]).slice(0, MOST_WORDS);
}
