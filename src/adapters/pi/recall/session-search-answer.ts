import { type TProperties, Type } from "@sinclair/typebox";
import { closedObject } from "../schemas/closed-object.ts";
import { coverageSchema } from "../schemas/coverage-schema.ts";
import { forkReceiptSchema } from "../schemas/fork-receipt-schema.ts";
import { oneOf } from "../schemas/vocabulary-schemas.ts";
import { repositoryInventorySchema } from "./repository-inventory-schema.ts";

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const speaker = oneOf(["user", "assistant"]);

const session = {
  sessionId: text,
  path: text,
  name: Type.Optional(text),
  cwd: text,
  started: text,
  lastActivity: Type.Optional(text),
};

const every = {
  coverage: coverageSchema,
  syncWarning: Type.Optional(
    Type.Union([
      closedObject({ kind: Type.Literal("incomplete-walk") }),
      closedObject({ kind: Type.Literal("sync-failed"), error: text }),
    ]),
  ),
};

function answer<Properties extends TProperties>(properties: Properties) {
  return closedObject({ ...properties, ...every });
}

const browsing = answer({
  mode: Type.Literal("browse"),
  sessions: Type.Array(closedObject({ ...session, preview: text, messageCount: count }), { maxItems: 10 }),
  total: count,
});

const discovery = answer({
  mode: Type.Literal("discovery"),
  sessions: Type.Array(
    closedObject({
      ...session,
      matchMessageId: text,
      role: speaker,
      timestamp: text,
      snippet: text,
      matches: Type.Array(closedObject({ start: count, end: count })),
      matchingMessages: Type.Integer({ minimum: 1 }),
    }),
    { maxItems: 10 },
  ),
  totals: closedObject({ sessions: count, messages: count }),
  pendingSessions: count,
});

const transcript = answer({
  mode: oneOf(["read", "scroll"]),
  session: closedObject(session),
  branchTip: Type.Optional(text),
  messages: Type.Array(
    closedObject({
      id: text,
      role: text,
      timestamp: text,
      text,
      totalChars: Type.Optional(count),
      toolCalls: Type.Optional(Type.Array(closedObject({ name: text, arguments: text }))),
      toolCallsOmitted: Type.Optional(count),
      toolName: Type.Optional(text),
      isError: Type.Optional(Type.Boolean()),
      images: Type.Optional(count),
    }),
    { maxItems: 41 },
  ),
  totalMessages: count,
  before: Type.Optional(count),
  after: Type.Optional(count),
  omitted: Type.Optional(closedObject({ at: count, count })),
  forks: Type.Array(forkReceiptSchema),
  contentTruncated: Type.Boolean(),
});

const preparation = answer({
  mode: Type.Literal("prepare-pattern-miner"),
  scope: oneOf(["repository", "all"]),
  sessions: Type.Array(
    closedObject({
      ...session,
      lineage: text,
      lineageSessions: count,
      messages: Type.Array(closedObject({ id: text, role: speaker, timestamp: text, text })),
      truncated: Type.Boolean(),
      contentTruncated: Type.Boolean(),
      unreadable: Type.Optional(Type.Literal(true)),
    }),
    { maxItems: 10 },
  ),
  inventory: repositoryInventorySchema,
  sync: closedObject({ walkComplete: Type.Boolean(), backlogRemaining: count, complete: Type.Boolean() }),
  contentTruncated: Type.Boolean(),
});

/** The structured content of `session_search`: one of four answers, told apart by `mode`. */
export const sessionSearchAnswer = Type.Union([browsing, discovery, transcript, preparation]);
