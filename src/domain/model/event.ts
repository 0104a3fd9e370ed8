import type { Contribution, Role } from "../../ports/vocabulary.ts";
import type { Omission } from "./event-read.ts";
import type { Fragment } from "./fragment.ts";

/** A link that an entry records: to another entry, to a tool call, or to a file. */
export type EventLink =
  | {
      readonly type: "label" | "context-edit" | "context-omission" | "compaction-first-kept" | "branch-summary";
      readonly entryId: string;
    }
  | {
      readonly type: "tool-call" | "tool-result";
      readonly callId: string;
      readonly toolName?: string;
      readonly runsOwnTool?: boolean;
    }
  | { readonly type: "file-read" | "file-changed"; readonly path: string };

/** The typed reading of one entry, with its text: what projection makes of a record before any tree is considered. */
export interface Event {
  readonly entryId: string;
  readonly parentId: string | null;
  readonly entryType: string;
  /** The message's role as written; see `knownRole` for the filterable one. */
  readonly role?: string;
  readonly knownRole?: Role;
  /** As the file has it; empty when it is not a string. */
  readonly timestamp: string;
  readonly time: number | null;
  readonly isError: boolean;
  readonly contribution: Contribution;
  readonly fragments: readonly Fragment[];
  readonly omissions: readonly Omission[];
  readonly links: readonly EventLink[];
  /** Set by a session_info entry: the trimmed name, or empty when it clears the name. */
  readonly sessionName?: string;
  /** Calls that the tool of this result made to other tools. */
  readonly nestedCalls?: readonly { readonly id: string; readonly name: string }[];
}
