import type { BranchState, Contribution, FragmentKind, Role, SelectionState } from "./vocabulary.ts";

/** Handle of an indexed event: a positive safe integer given by the event store, never reused while the index lives. Not an order. */
export type EventKey = number;

/** What the index keeps of one searchable part of an event. Its text stays in the source file. */
export interface FragmentRecord {
  /** Position among the event's fragments, from 0, empty ones included. */
  readonly ordinal: number;
  readonly kind: FragmentKind;
  /** Tool of a `tool.call` or `tool.result`; `bash` for bash executions. */
  readonly toolName?: string;
  readonly isError?: boolean;
  /** True for calls and results of this project's own tools: left out of a search unless `toolNames` names the tool. */
  readonly isOwnCall?: boolean;
}

/** A fragment on its way into the index. */
export interface IndexableFragment extends FragmentRecord {
  /** What is analyzed and indexed: the fragment's text, or its head and tail when it is longer than the indexing limit. */
  readonly text: string;
}

/** The typed reading of one persisted entry, without its text. */
export interface EventRecord {
  readonly entryId: string;
  readonly parentId: string | null;
  /** Number of the record in its file (header = 0, every newline-terminated line counts): the append order. */
  readonly position: number;
  readonly entryType: string;
  /** Known roles only. */
  readonly role?: Role;
  /** The entry's time in milliseconds since the epoch, or null where the file's text does not parse as one. */
  readonly time: number | null;
  /** Byte offset of the record in the source file. */
  readonly byteOffset: number;
  /** Bytes of the record without its newline. */
  readonly byteLength: number;
  /** A tool error, an assistant error, or a failed or cancelled bash execution. */
  readonly isError: boolean;
  readonly contribution: Contribution;
  /** Hash of the entry's fragment kinds and texts. Copies of one event across forks share it. */
  readonly contentHash: string;
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
  readonly fragments: readonly FragmentRecord[];
}

/** An event as the store returns it. */
export interface StoredEvent extends EventRecord {
  readonly key: EventKey;
  /** Key of the source file it was read from. */
  readonly source: number;
}

/** An event on its way into the index. */
export interface IndexableEvent extends EventRecord {
  readonly fragments: readonly IndexableFragment[];
}

/** New states of an event that is already indexed. */
export interface StateRecord {
  readonly entryId: string;
  readonly branchState: BranchState;
  readonly selectionState: SelectionState;
}
