import type { BranchState, FragmentKind, SelectionState } from "../../ports/vocabulary.ts";
import type { Coverage } from "./coverage.ts";
import type { BranchForkReceipt } from "./fork-receipt.ts";
import type { TextPreview } from "./text-preview.ts";

/**
 * How an entry of this type takes part in the model's context: `message` is one, `summary` stands for others, `edit` changes one,
 * `metadata` never does.
 */
export type ContextRole = "message" | "summary" | "edit" | "metadata";

export interface EventSummary {
  readonly sessionId: string;
  readonly sessionName?: string;
  readonly cwd: string;
  readonly entryId: string;
  readonly parentId?: string;
  readonly entryType: string;
  readonly role?: string;
  /** As the file has it; empty when it has none. */
  readonly timestamp: string;
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
  readonly contextRole: ContextRole;
  /** The label in force, as in Pi: none or one. */
  readonly labels: readonly string[];
}

export interface ReadFragment {
  /** `"<ordinal>:<kind>"`. */
  readonly fragmentId: string;
  readonly kind: FragmentKind;
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly preview: TextPreview;
}

/** A part of the entry that is never indexed nor returned. */
export interface Omission {
  readonly kind: string;
  readonly mimeType?: string;
  /** Bytes of the content (decoded, for base64 images). */
  readonly bytes: number;
}

export interface EventRead {
  readonly event: EventSummary;
  readonly fragments: readonly ReadFragment[];
  readonly fragmentCoverage: {
    readonly total: number;
    readonly returned: number;
    readonly omitted: number;
    readonly truncated: boolean;
  };
  /** At most 20, of which the last stands for all further ones. */
  readonly omissions: readonly Omission[];
  /** Neighbours in conversational (or append) order, the closest last. They have no neighbours of their own. */
  readonly before: readonly EventRead[];
  /** The closest first. */
  readonly after: readonly EventRead[];
  readonly forks: readonly BranchForkReceipt[];
  readonly coverage: Coverage;
}
