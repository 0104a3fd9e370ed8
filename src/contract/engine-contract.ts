import { composeIndex } from "../adapters/memory/compose-index.ts";
import { createAnalyzer } from "../domain/text/analyzer.ts";
import { compositionLaws } from "./composition-laws.ts";
import type { ContractLaw, CreateEngine } from "./contract-law.ts";
import { matchLaws } from "./match-laws.ts";
import { createTrigramAnalyzer } from "../domain/text/trigrams.ts";
import { statisticsLaws } from "./statistics-laws.ts";
import { substringLaws } from "./substring-laws.ts";

/**
 * What every search engine that comes alone must do, tried in composition with the memory store. `createEngine` gives a fresh,
 * empty engine. Needs no test framework: run each law in a test of its name, or one after the other.
 */
export function engineContract(createEngine: CreateEngine): ContractLaw[] {
  const analyzer = createAnalyzer(process.versions["unicode"] ?? "");
  const trigramAnalyzer = createTrigramAnalyzer(process.versions["unicode"] ?? "");
  const createIndex = async () => composeIndex(await createEngine(), analyzer);
  return [
    ...matchLaws(createIndex, analyzer),
    ...statisticsLaws(createIndex, analyzer),
    ...compositionLaws(createEngine, analyzer),
    ...substringLaws(async () => composeIndex(await createEngine(), trigramAnalyzer), trigramAnalyzer),
  ];
}
