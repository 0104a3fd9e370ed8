import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";

/** Parameters of `event_trace` (design §9). Descriptions cost prompt bytes. */
export const eventTraceParameters = closedObject({
  sessionId: Type.String(),
  entryId: Type.String(),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, description: "2: one step further" })),
});
