import { expect, test } from "vitest";
import type { ContractLaw } from "../../src/contract/contract-law.ts";

/** One test per law. */
export function runLaws(laws: readonly ContractLaw[]): void {
  test.each(laws.map((law) => [law.name, law] as const))("%s", async (_name, law) => {
    await expect(law.run()).resolves.toBeUndefined();
  });
}
