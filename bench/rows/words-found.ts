import type { BenchRow } from "../bench-row.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { openIndexFile, openParts } from "../open-parts.ts";
import { findWords } from "./find-words.ts";
import { runMemoryProcess } from "./memory-engine.ts";

/** Words found: for a sample of words, the share of the events holding one (by a plain scan of the files) that a search for it finds. */
export async function wordsFound(corpus: Corpus, indexFile: string): Promise<BenchRow[]> {
  const index = openIndexFile(indexFile);
  const fts5 = await findWords(openParts(index, corpus.sessions), corpus.files);
  await index.store.close();
  const memory = (await runMemoryProcess(corpus)).words;
  return [
    { engine: "fts5", ...fts5 },
    { engine: "memory", ...memory },
  ].map(({ engine, words, holding, lost, excess }) => ({
    what: `words not found, ${engine}`,
    measured: lost + excess,
    bound: 0,
    unit: "events missed or wrongly found",
    facts: { words, events: holding },
  }));
}
