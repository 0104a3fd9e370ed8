import { RecallError } from "../../domain/model/errors.ts";

/** An option's parser for a closed set of words. Errors: `InvalidRequest` that lists them. */
export function oneOf<Value extends string>(option: string, values: readonly Value[]): (value: string) => Value {
  return (value) => {
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    throw new RecallError("InvalidRequest", `${option} takes ${values.join(" or ")}, not '${value}'.`);
  };
}
