import type { Evidence } from "../../ports/relation-record.ts";
import type { BranchState, FragmentKind, SelectionState } from "../../ports/vocabulary.ts";
import type { Coverage } from "./coverage.ts";
import type { BranchForkReceipt } from "./fork-receipt.ts";

export interface TraceNode {
  readonly sessionId: string;
  readonly entryId: string;
  readonly entryType: string;
  /** Kind of the first fragment with text, else of the first one. Absent where the event has no fragments. */
  readonly kind?: FragmentKind;
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly timestamp: string;
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
  /** At most 160 code points, white space collapsed. */
  readonly preview: string;
}

/** Named from the target to the node. */
export type TraceRelation =
  | "parent"
  | "child"
  | "sibling"
  | "tool-call"
  | "tool-result"
  | "nested-calls"
  | "compaction-boundary"
  | "compaction-first-kept"
  | "branch-summary"
  | "label"
  | "context-edit"
  | "context-omission"
  | "file-read"
  | "file-changed"
  | "session-fork";

export interface TraceEdge {
  readonly relation: TraceRelation;
  readonly evidence: Evidence;
  /** The node lies on the way from the target to the leaf. */
  readonly towardLeaf: boolean;
  readonly node: TraceNode;
  /** The file that both events touch, as the target's record names it (`file-read`, `file-changed`). */
  readonly file?: string;
  /** One step further, with `depth: 2`, without nodes already shown. */
  readonly edges?: readonly TraceEdge[];
}

export interface EventTrace {
  readonly target: TraceNode;
  readonly parent?: TraceEdge;
  readonly children: readonly TraceEdge[];
  readonly branchSiblings: readonly TraceEdge[];
  readonly related: readonly TraceEdge[];
  readonly totals: { readonly children: number; readonly branchSiblings: number; readonly related: number };
  readonly forks: readonly BranchForkReceipt[];
  readonly truncated: boolean;
  readonly coverage: Coverage;
}
