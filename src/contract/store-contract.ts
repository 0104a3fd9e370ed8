import { createAnalyzer } from "../domain/text/analyzer.ts";
import type { ContractLaw, CreateIndex } from "./contract-law.ts";
import { filterLaws } from "./filter-laws.ts";
import { matchLaws } from "./match-laws.ts";
import { statisticsLaws } from "./statistics-laws.ts";
import { createTrigramAnalyzer } from "../domain/text/trigrams.ts";
import { storeChangeLaws } from "./store-change-laws.ts";
import { storeDiscoveryLaws } from "./store-discovery-laws.ts";
import { substringLaws } from "./substring-laws.ts";
import { storeGenerationLaws } from "./store-generation-laws.ts";
import { storeReadLaws } from "./store-read-laws.ts";
import { storeUpkeepLaws } from "./store-upkeep-laws.ts";

/**
 * What every event store must do together with its engine. `createIndex` gives a fresh, empty index. Needs no test framework: run
 * each law in a test of its name, or one after the other. `discovers`: false for one without a discovery engine.
 */
export function storeContract(
  createIndex: CreateIndex,
  { discovers = true }: { readonly discovers?: boolean } = {},
): ContractLaw[] {
  const analyzer = createAnalyzer(process.versions["unicode"] ?? "");
  const trigramAnalyzer = createTrigramAnalyzer(process.versions["unicode"] ?? "");
  return [
    ...storeChangeLaws(createIndex),
    ...storeGenerationLaws(createIndex),
    ...storeReadLaws(createIndex),
    ...storeUpkeepLaws(createIndex, analyzer),
    ...filterLaws(createIndex),
    ...matchLaws(createIndex, analyzer),
    ...statisticsLaws(createIndex, analyzer),
    ...(discovers
      ? [
          ...storeDiscoveryLaws(createIndex, trigramAnalyzer),
          ...substringLaws(createIndex, trigramAnalyzer, { discovers }),
        ]
      : []),
  ];
}
