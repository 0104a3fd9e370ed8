import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";
import { oneOf } from "./vocabulary-schemas.ts";

const counted = closedObject({ indexed: Type.Integer(), known: Type.Integer() });

/** `Coverage` of an answer (design §14). */
export const coverageSchema = closedObject({
  state: oneOf(["ready", "catching-up", "partial", "error"]),
  sessions: counted,
  bytes: counted,
  skipped: Type.Array(closedObject({ reason: Type.String(), count: Type.Integer() })),
  lastCompleteWalk: Type.Optional(Type.String()),
});
