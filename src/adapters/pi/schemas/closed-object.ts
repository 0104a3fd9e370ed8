import { type TObject, type TProperties, Type } from "@sinclair/typebox";

/** An object that takes no other fields: a misspelt parameter is told to the model instead of being ignored. */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
  description?: string,
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...(description !== undefined && { description }) });
}
