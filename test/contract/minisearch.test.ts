import MiniSearch from "minisearch";
import { describe } from "vitest";
import { MiniSearchEngine } from "../../src/adapters/memory/minisearch-engine.ts";
import { openMiniSearchIndex } from "../../src/adapters/memory/minisearch-index.ts";
import { engineContract } from "../../src/contract/engine-contract.ts";
import { storeContract } from "../../src/contract/store-contract.ts";
import { createAnalyzer } from "../../src/domain/text/analyzer.ts";
import { runLaws } from "./run-laws.ts";

describe("the MiniSearch engine", () => {
  runLaws(engineContract(() => new MiniSearchEngine(MiniSearch)));
});

describe("the memory index", () => {
  const analyzer = createAnalyzer(process.versions["unicode"] ?? "");
  runLaws(storeContract(() => openMiniSearchIndex(analyzer)));
});
