import { type Static, Type } from "@sinclair/typebox";
import { MAX_QUERY_CODE_POINTS } from "../../../domain/query/parse-event-query.ts";
import { closedObject } from "../schemas/closed-object.ts";
import { enumeration } from "../schemas/vocabulary-schemas.ts";

/**
 * Parameters of `session_search`. Which of them go together is checked in `recallModeOf`: a union of objects would cost many times the
 * prompt bytes. `limit` and `window` have no bounds here, since they are clamped. Descriptions cost prompt bytes.
 */
export const sessionSearchParameters = closedObject({
  query: Type.Optional(
    Type.String({
      maxLength: MAX_QUERY_CODE_POINTS,
      description: 'Discover. Substrings, all must match; OR, NOT, ( ), "phrase", stem*, NEAR(a b, n)',
    }),
  ),
  cwd: Type.Optional(Type.String({ description: "With query: sessions in or below this folder" })),
  time: Type.Optional(
    closedObject(
      { from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) },
      "With query: ISO dates or times",
    ),
  ),
  role: Type.Optional({ ...enumeration(["user", "assistant"]), description: "With query" }),
  sessionId: Type.Optional(Type.String({ description: "Read. Session id or path of a result" })),
  aroundMessageId: Type.Optional(Type.String({ description: "With sessionId: scroll, such as to a matchMessageId" })),
  window: Type.Optional(Type.Number({ description: "Of a scroll: messages before and after, 1-20 (default 5)" })),
  branchTip: Type.Optional(
    Type.String({ description: "Of a scroll: that of the previous answer, to stay on its branch" }),
  ),
  operation: Type.Optional({
    ...enumeration(["prepare-pattern-miner"]),
    description: "Corpus for the pattern-miner skill",
  }),
  scope: Type.Optional({ ...enumeration(["repository", "all"]), description: "Required by operation" }),
  limit: Type.Optional(Type.Number({ description: "Sessions, 1-10 (default 3; operation 10)" })),
});

/** What a call may hold. Pi has checked it against the schema. */
export type SessionSearchParameters = Static<typeof sessionSearchParameters> & {
  readonly role?: "user" | "assistant";
  readonly operation?: "prepare-pattern-miner";
  readonly scope?: "repository" | "all";
};
