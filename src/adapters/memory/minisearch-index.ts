import MiniSearch from "minisearch";
import type { Analyzer } from "../../ports/search-engine.ts";
import { composeIndex, type MemoryIndex } from "./compose-index.ts";
import { MiniSearchEngine } from "./minisearch-engine.ts";

/** An empty index in memory: the MiniSearch engine beside the memory store. Importing this module loads MiniSearch. */
export function openMiniSearchIndex(analyzer: Analyzer): MemoryIndex {
  const engine = new MiniSearchEngine(MiniSearch);
  return composeIndex(engine, analyzer, {
    engine: "memory",
    bytes: () => engine.bytes,
    inspect: (digest) => engine.inspect(digest),
  });
}
