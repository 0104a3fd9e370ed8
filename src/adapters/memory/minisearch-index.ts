import MiniSearch from "minisearch";
import { createTrigramAnalyzer } from "../../domain/text/trigrams.ts";
import type { TokenDigest } from "../../ports/held-postings.ts";
import type { Analyzer } from "../../ports/search-engine.ts";
import { composeIndex, type MemoryIndex } from "./compose-index.ts";
import { MiniSearchEngine } from "./minisearch-engine.ts";

/**
 * An empty index in memory: MiniSearch engines for tokens and for trigrams beside the memory store. Importing this module loads
 * MiniSearch.
 */
export function openMiniSearchIndex(
  analyzer: Analyzer,
  trigramAnalyzer: Analyzer = createTrigramAnalyzer(process.versions["unicode"] ?? "unknown"),
): MemoryIndex {
  const engine = new MiniSearchEngine(MiniSearch);
  const discovery = new MiniSearchEngine(MiniSearch);
  const description = {
    engine: "memory",
    bytes: () => engine.bytes + discovery.bytes,
    inspect: (digest: TokenDigest) => engine.inspect(digest),
    inspectDiscovery: (digest: TokenDigest) => discovery.inspect(digest),
  };
  return composeIndex(engine, analyzer, description, { engine: discovery, analyzer: trigramAnalyzer });
}
