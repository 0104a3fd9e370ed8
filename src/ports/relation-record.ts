/**
 * Kinds of stored edges, named from the entry that records them:
 * `tool-result` result → entry of its call; `label`, `context-edit`, `context-omission` → target entry;
 * `compaction-first-kept` compaction → first kept entry; `branch-summary` summary → the leaf it left;
 * `file-read`, `file-changed` event → file (`to` is a hash of the path, never the path).
 */
export type StoredRelation =
  | "tool-result"
  | "label"
  | "context-edit"
  | "context-omission"
  | "compaction-first-kept"
  | "branch-summary"
  | "file-read"
  | "file-changed";

/** `recorded`: the file holds this very link. `inferred`: derived from what it holds. */
export type Evidence = "recorded" | "inferred";

/** One edge inside one session file. Its far end may not exist: a file can name an entry that it does not hold. */
export interface RelationRecord {
  /** Entry id of the event that records the edge. */
  readonly from: string;
  readonly relation: StoredRelation;
  /** Entry id, or the hash of a file's path. */
  readonly to: string;
  readonly evidence: Evidence;
}
