import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";
import { eventRefSchema } from "./event-ref-schema.ts";
import { oneOf } from "./vocabulary-schemas.ts";

/** `BranchForkReceipt` (design §7, §8). */
export const forkReceiptSchema = closedObject({
  kind: oneOf(["in-session", "session-fork"]),
  at: eventRefSchema,
  candidates: Type.Array(eventRefSchema, { maxItems: 20 }),
  omitted: Type.Optional(Type.Integer({ minimum: 1 })),
  chosen: Type.Optional(eventRefSchema),
});
