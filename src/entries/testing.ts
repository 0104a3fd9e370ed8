export type { ContractLaw, CreateEngine, CreateIndex, IndexUnderTest } from "../contract/contract-law.ts";
export { engineContract } from "../contract/engine-contract.ts";
export { storeContract } from "../contract/store-contract.ts";
