import { Type } from "@sinclair/typebox";
import { closedObject } from "./closed-object.ts";
import { coverageSchema } from "./coverage-schema.ts";
import { forkReceiptSchema } from "./fork-receipt-schema.ts";
import { fragmentKindSchema, stateSchemas } from "./state-schemas.ts";
import { oneOf } from "./vocabulary-schemas.ts";

const ranges = Type.Array(closedObject({ start: Type.Integer(), end: Type.Integer() }), { maxItems: 2 });

const summary = closedObject({
  sessionId: Type.String(),
  sessionName: Type.Optional(Type.String()),
  cwd: Type.String(),
  entryId: Type.String(),
  parentId: Type.Optional(Type.String()),
  entryType: Type.String(),
  role: Type.Optional(Type.String()),
  timestamp: Type.String(),
  ...stateSchemas,
  contextRole: oneOf(["message", "summary", "edit", "metadata"]),
  labels: Type.Array(Type.String(), { maxItems: 1 }),
});

const fragment = closedObject({
  fragmentId: Type.String(),
  kind: fragmentKindSchema,
  toolName: Type.Optional(Type.String()),
  isError: Type.Optional(Type.Boolean()),
  preview: closedObject({
    text: Type.String(),
    totalChars: Type.Integer(),
    shownRanges: ranges,
    omittedRanges: ranges,
    truncated: Type.Boolean(),
  }),
});

const oneEvent = {
  event: summary,
  fragments: Type.Array(fragment, { maxItems: 20 }),
  fragmentCoverage: closedObject({
    total: Type.Integer(),
    returned: Type.Integer(),
    omitted: Type.Integer(),
    truncated: Type.Boolean(),
  }),
  omissions: Type.Array(
    closedObject({ kind: Type.String(), mimeType: Type.Optional(Type.String()), bytes: Type.Number() }),
    { maxItems: 20 },
  ),
  forks: Type.Array(forkReceiptSchema),
  coverage: coverageSchema,
};

const none = Type.Array(Type.Unknown(), { maxItems: 0 });
const neighbours = Type.Array(closedObject({ ...oneEvent, before: none, after: none }), { maxItems: 10 });

/** `EventRead`, the structured content of `event_read` (design §14). Neighbours have none of their own. */
export const eventReadAnswer = closedObject({ ...oneEvent, before: neighbours, after: neighbours });
