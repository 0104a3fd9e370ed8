import type {
  BranchState,
  Contribution,
  FragmentKind,
  KnownEntryType,
  Role,
  SelectionState,
} from "../../ports/vocabulary.ts";

export const FRAGMENT_KINDS = [
  "user.text",
  "assistant.text",
  "assistant.error",
  "tool.call",
  "tool.result",
  "bash.command",
  "bash.output",
  "summary.compaction",
  "summary.branch",
  "custom.message",
  "session.name",
  "label.text",
] as const satisfies readonly FragmentKind[];

/** Pi 1.6 entry types (`docs/session-format.md` of Pi). */
export const ENTRY_TYPES = [
  "message",
  "thinking_level_change",
  "model_change",
  "usage",
  "compaction",
  "branch_summary",
  "custom",
  "custom_message",
  "context_edit",
  "label",
  "session_info",
] as const satisfies readonly KnownEntryType[];

export const ROLES = [
  "system",
  "user",
  "assistant",
  "toolResult",
  "bashExecution",
  "custom",
] as const satisfies readonly Role[];

export const BRANCH_STATES = ["selected", "alternate", "unknown"] as const satisfies readonly BranchState[];

export const SELECTION_STATES = [
  "direct",
  "summarized",
  "not-selected",
  "not-applicable",
  "unknown",
] as const satisfies readonly SelectionState[];

export const CONTRIBUTIONS = [
  "none",
  "message",
  "system",
  "excluded",
  "compaction",
  "summary",
  "unreadable",
] as const satisfies readonly Contribution[];
