import type { Analyzer } from "../ports/search-engine.ts";
import { CheckedIndex } from "./checked-index.ts";
import type { ContractLaw, CreateIndex, IndexUnderTest } from "./contract-law.ts";

/** Makes laws of sentences and what they do with a fresh index, which is closed afterwards. */
export function onIndex(
  createIndex: CreateIndex,
  sentences: Readonly<Record<string, (index: IndexUnderTest) => Promise<void>>>,
): ContractLaw[] {
  return Object.entries(sentences).map(([name, tryOn]) => ({
    name,
    run: async () => {
      const index = await createIndex();
      try {
        await tryOn(index);
      } finally {
        await index.store.close();
      }
    },
  }));
}

/** The same, with the index beside a plain list of what it must hold. */
export function onCheckedIndex(
  createIndex: CreateIndex,
  analyzer: Analyzer,
  sentences: Readonly<Record<string, (checked: CheckedIndex) => Promise<void>>>,
): ContractLaw[] {
  const tryOnChecked = Object.entries(sentences).map(([name, tryOn]) => {
    return [name, (index: IndexUnderTest) => tryOn(new CheckedIndex(index, analyzer))] as const;
  });
  return onIndex(createIndex, Object.fromEntries(tryOnChecked));
}
