import { type TLiteral, type TString, type TUnion, Type } from "@sinclair/typebox";

/** A parameter with one of a vocabulary's values, in the form that costs the fewest bytes of the prompt. */
export function enumeration(values: readonly string[]): TString {
  return Type.String({ enum: [...values] });
}

/** A field of an answer with one of a vocabulary's values. */
export function oneOf<Value extends string>(values: readonly Value[]): TUnion<TLiteral<Value>[]> {
  return Type.Union(values.map((value) => Type.Literal(value)));
}
