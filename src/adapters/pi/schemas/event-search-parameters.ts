import { Type } from "@sinclair/typebox";
import {
  BRANCH_STATES,
  ENTRY_TYPES,
  FRAGMENT_KINDS,
  ROLES,
  SELECTION_STATES,
} from "../../../domain/model/vocabulary.ts";
import { MAX_QUERY_CODE_POINTS } from "../../../domain/query/parse-event-query.ts";
import { closedObject } from "./closed-object.ts";
import { enumeration } from "./vocabulary-schemas.ts";

/** Parameters of `event_search` (design §6). The number of hits is configuration, never the model's. Descriptions cost prompt bytes. */
export const eventSearchParameters = closedObject({
  query: Type.String({
    minLength: 1,
    maxLength: MAX_QUERY_CODE_POINTS,
    description: "Words and quoted phrases; all must match",
  }),
  sessionId: Type.Optional(Type.String({ description: 'Only this one; "current" is yours, else left out' })),
  cwd: Type.Optional(Type.String({ description: "Sessions in or below this folder" })),
  kinds: Type.Optional(Type.Array(enumeration(FRAGMENT_KINDS))),
  entryTypes: Type.Optional(Type.Array(enumeration(ENTRY_TYPES))),
  roles: Type.Optional(Type.Array(enumeration(ROLES))),
  toolNames: Type.Optional(Type.Array(Type.String())),
  errorOnly: Type.Optional(Type.Boolean()),
  time: Type.Optional(
    closedObject({ from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) }, "ISO dates or times"),
  ),
  branchStates: Type.Optional(Type.Array(enumeration(BRANCH_STATES))),
  selectionStates: Type.Optional(Type.Array(enumeration(SELECTION_STATES))),
});
