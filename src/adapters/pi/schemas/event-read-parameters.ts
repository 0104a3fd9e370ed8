import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";
import { enumeration } from "./vocabulary-schemas.ts";

/** The bounds of design §7; the use case that checks them would bring the whole domain into Pi's main thread. */
const NEIGHBOURS = { minimum: 0, maximum: 10 };

/** Parameters of `event_read` (design §7). Descriptions cost prompt bytes. */
export const eventReadParameters = closedObject({
  sessionId: Type.String(),
  entryId: Type.String(),
  fragmentId: Type.Optional(Type.String({ description: "Only this fragment of a hit" })),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: "Start of a 4000-character window in it" })),
  order: Type.Optional({
    ...enumeration(["branch", "append"]),
    description: "Of neighbours: conversation (default) or file order",
  }),
  before: Type.Optional(Type.Integer({ ...NEIGHBOURS, description: "Neighbours to add" })),
  after: Type.Optional(Type.Integer(NEIGHBOURS)),
});
