import { RecallError } from "../../model/errors.ts";

/** A number of things as recall takes it: cut to a whole one and to its range. Errors: `InvalidRequest` for what is no number. */
export function clampCount(
  name: string,
  value: number | undefined,
  range: { readonly from: number; readonly to: number; readonly byDefault: number },
): number {
  if (value === undefined) return range.byDefault;
  if (typeof value !== "number" || Number.isNaN(value)) {
    throw new RecallError("InvalidRequest", `\`${name}\` must be a number from ${range.from} to ${range.to}.`);
  }
  return Math.min(range.to, Math.max(range.from, Math.trunc(value)));
}
