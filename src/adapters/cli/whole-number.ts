import { RecallError } from "../../domain/model/errors.ts";

/** An option's parser for whole numbers in plain decimal digits. Errors: `InvalidRequest` that states the option and its range. */
export function wholeNumber(option: string, from: number, to = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= from && number <= to) return number;
    const range = to === Number.MAX_SAFE_INTEGER ? `of ${from} or more` : `from ${from} to ${to}`;
    throw new RecallError("InvalidRequest", `${option} takes a whole number ${range}, not '${value}'.`);
  };
}
