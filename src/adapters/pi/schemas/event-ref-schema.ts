import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";

/** `EventRef`: names one event. */
export const eventRefSchema = closedObject({ sessionId: Type.String(), entryId: Type.String() });
