import type { BranchForkReceipt } from "../../model/fork-receipt.ts";

/** Continuations named in a receipt. */
export const NAMED_CANDIDATES = 20;

/** The receipt as an answer shows it: at most 20 continuations by name, the number of the others in `omitted`. */
export function boundReceipt(receipt: BranchForkReceipt): BranchForkReceipt {
  const omitted = receipt.candidates.length - NAMED_CANDIDATES;
  return omitted > 0 ? { ...receipt, candidates: receipt.candidates.slice(0, NAMED_CANDIDATES), omitted } : receipt;
}
