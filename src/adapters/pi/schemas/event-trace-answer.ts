import { Type } from "@sinclair/typebox";
import type { TraceRelation } from "../../../domain/model/trace.ts";
import { closedObject } from "./closed-object.ts";
import { coverageSchema } from "./coverage-schema.ts";
import { forkReceiptSchema } from "./fork-receipt-schema.ts";
import { fragmentKindSchema, stateSchemas } from "./state-schemas.ts";
import { oneOf } from "./vocabulary-schemas.ts";

const RELATIONS = [
  "parent",
  "child",
  "sibling",
  "tool-call",
  "tool-result",
  "nested-calls",
  "compaction-boundary",
  "compaction-first-kept",
  "branch-summary",
  "label",
  "context-edit",
  "context-omission",
  "file-read",
  "file-changed",
  "session-fork",
] as const satisfies readonly TraceRelation[];

const node = closedObject({
  sessionId: Type.String(),
  entryId: Type.String(),
  entryType: Type.String(),
  kind: Type.Optional(fragmentKindSchema),
  toolName: Type.Optional(Type.String()),
  isError: Type.Optional(Type.Boolean()),
  timestamp: Type.String(),
  ...stateSchemas,
  preview: Type.String(),
});

const oneEdge = {
  relation: oneOf(RELATIONS),
  evidence: oneOf(["recorded", "inferred"]),
  towardLeaf: Type.Boolean(),
  node,
  file: Type.Optional(Type.String()),
};
const edge = closedObject({
  ...oneEdge,
  edges: Type.Optional(Type.Array(closedObject(oneEdge), { maxItems: 20 })),
});
const edges = Type.Array(edge, { maxItems: 20 });

/** `EventTrace`, the structured content of `event_trace` (design §14). Only the first step's edges have edges of their own. */
export const eventTraceAnswer = closedObject({
  target: node,
  parent: Type.Optional(edge),
  children: edges,
  branchSiblings: edges,
  related: edges,
  totals: closedObject({ children: Type.Integer(), branchSiblings: Type.Integer(), related: Type.Integer() }),
  forks: Type.Array(forkReceiptSchema),
  truncated: Type.Boolean(),
  coverage: coverageSchema,
});
