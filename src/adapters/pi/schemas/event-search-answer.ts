import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";
import { coverageSchema } from "./coverage-schema.ts";
import { eventRefSchema } from "./event-ref-schema.ts";
import { fragmentKindSchema, stateSchemas } from "./state-schemas.ts";

const hit = closedObject({
  sessionId: Type.String(),
  sessionName: Type.Optional(Type.String()),
  cwd: Type.String(),
  entryId: Type.String(),
  entryType: Type.String(),
  matchingFragmentId: Type.String(),
  semanticKind: fragmentKindSchema,
  timestamp: Type.String(),
  ...stateSchemas,
  snippet: Type.String(),
  matchingFragmentCount: Type.Integer({ minimum: 1 }),
  matchOffset: Type.Integer({ minimum: 0 }),
  toolName: Type.Optional(Type.String()),
  isError: Type.Optional(Type.Boolean()),
  copies: Type.Optional(
    closedObject({ count: Type.Integer({ minimum: 1 }), refs: Type.Array(eventRefSchema, { maxItems: 5 }) }),
  ),
});

const noMatch = closedObject({
  clauses: Type.Array(closedObject({ text: Type.String(), events: Type.Integer() })),
  filters: Type.Array(closedObject({ name: Type.String(), events: Type.Integer() })),
  ownSession: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** `EventSearchAnswer`, the structured content of `event_search` (design §14). */
export const eventSearchAnswer = closedObject({
  hits: Type.Array(hit, { maxItems: 50 }),
  totals: closedObject({ events: Type.Integer(), fragments: Type.Integer() }),
  coverage: coverageSchema,
  ignoredTerms: Type.Optional(Type.Array(Type.String())),
  noMatch: Type.Optional(noMatch),
});
