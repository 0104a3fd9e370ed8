import type { EventRef } from "../../ports/event-ref.ts";
import type { BranchState, FragmentKind, SelectionState } from "../../ports/vocabulary.ts";
import type { Coverage } from "./coverage.ts";

/** One event that matched, with its strongest fragment as evidence. */
export interface EventSearchHit {
  readonly sessionId: string;
  readonly sessionName?: string;
  readonly cwd: string;
  readonly entryId: string;
  readonly entryType: string;
  /** `"<ordinal>:<kind>"` of the strongest matching fragment. */
  readonly matchingFragmentId: string;
  readonly semanticKind: FragmentKind;
  /** The entry's timestamp as the file has it. */
  readonly timestamp: string;
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
  /** At most 240 code points around the match, white space collapsed. */
  readonly snippet: string;
  readonly matchingFragmentCount: number;
  /** Code point of the fragment at which the match begins. */
  readonly matchOffset: number;
  readonly toolName?: string;
  readonly isError?: boolean;
  /** The same event in other sessions of the lineage. `refs` is bounded, `count` exact. */
  readonly copies?: { readonly count: number; readonly refs: readonly EventRef[] };
}

/** Why nothing matched. */
export interface NoMatch {
  /** Eligible events that each clause matches alone. */
  readonly clauses: readonly { readonly text: string; readonly events: number }[];
  /** Events that pass the clauses and every other filter. */
  readonly filters: readonly { readonly name: string; readonly events: number }[];
  /** Matching events of the caller's own session, which was left out; say `sessionId: "current"` to search it. */
  readonly ownSession?: number;
}

export interface EventSearchAnswer {
  readonly hits: readonly EventSearchHit[];
  /** Eligible matches before copies collapse. */
  readonly totals: { readonly events: number; readonly fragments: number };
  readonly coverage: Coverage;
  /** Terms of the query that hold nothing searchable. */
  readonly ignoredTerms?: readonly string[];
  readonly noMatch?: NoMatch;
}
