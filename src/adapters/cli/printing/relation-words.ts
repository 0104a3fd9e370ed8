import type { TraceRelation } from "../../../domain/model/trace.ts";

/** How a traced event stands to the target, in words that fit both directions of a link. */
export const RELATION_WORDS: Readonly<Record<TraceRelation, string>> = {
  parent: "parent",
  child: "child",
  sibling: "sibling",
  "tool-call": "tool call",
  "tool-result": "tool result",
  "nested-calls": "nested calls",
  "compaction-boundary": "compaction boundary",
  "compaction-first-kept": "first entry kept by the compaction",
  "branch-summary": "branch summary",
  label: "label",
  "context-edit": "context edit",
  "context-omission": "omission from the context",
  "file-read": "reads the same file",
  "file-changed": "changes the same file",
  "session-fork": "session fork",
};
