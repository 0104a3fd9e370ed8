import type { Omission } from "../../model/event-read.ts";

/** Receipts in one answer: a hostile entry may hold a hundred thousand blocks. */
const RECEIPTS = 20;

/** At most 20 receipts; the last one stands for all further blocks and says how many and how large they are together. */
export function boundOmissions(omissions: readonly Omission[]): readonly Omission[] {
  if (omissions.length <= RECEIPTS) return omissions;
  const further = omissions.slice(RECEIPTS - 1);
  const bytes = further.reduce((total, omission) => total + omission.bytes, 0);
  return [...omissions.slice(0, RECEIPTS - 1), { kind: `${further.length} further blocks`, bytes }];
}
