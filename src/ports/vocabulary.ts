/** Closed vocabularies that cross the ports. Their values are listed in `domain/model/vocabulary.ts`. */

export type FragmentKind =
  | "user.text"
  | "assistant.text"
  | "assistant.error"
  | "tool.call"
  | "tool.result"
  | "bash.command"
  | "bash.output"
  | "summary.compaction"
  | "summary.branch"
  | "custom.message"
  | "session.name"
  | "label.text";

/** Pi's entry types. A file may hold others: they are kept as tree nodes without fragments. */
export type KnownEntryType =
  | "message"
  | "thinking_level_change"
  | "model_change"
  | "usage"
  | "compaction"
  | "branch_summary"
  | "custom"
  | "custom_message"
  | "context_edit"
  | "label"
  | "session_info";

export type Role = "system" | "user" | "assistant" | "toolResult" | "bashExecution" | "custom";

/** Where an event stands relative to the selected path (root → last entry of the file). */
export type BranchState = "selected" | "alternate" | "unknown";

/** What becomes of an event in the context that Pi would build at the leaf. */
export type SelectionState = "direct" | "summarized" | "not-selected" | "not-applicable" | "unknown";

/**
 * How an entry can contribute to the model's context, before any tree is considered.
 * `none`: never (labels, names, usage …). `message`: one message. `system`: a system message, replaced by a later compaction.
 * `excluded`: a bash execution kept out of context (`!!`). `compaction`, `summary`: stand for other entries.
 * `unreadable`: the record does not say (a `message` entry without a message).
 */
export type Contribution = "none" | "message" | "system" | "excluded" | "compaction" | "summary" | "unreadable";
