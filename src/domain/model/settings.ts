/** Where a setting's value comes from; a later one wins over an earlier one. */
export const SETTING_SOURCES = ["default", "file", "environment", "command line"] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** One setting as it stands, for people. */
export interface SettingInForce {
  /** As in the configuration file, such as `limits.hits`. */
  readonly name: string;
  readonly value: string | number | readonly string[];
  readonly source: SettingSource;
}

/** What a person lets an answer hold. Code points, but for `hits`. */
export interface AnswerLimits {
  /** Hits of a search that names no number. 1 to 50. */
  readonly hits: number;
  /** Shown of the beginning of a text that is cut. 100 to 2,000. */
  readonly head: number;
  /** Shown of its end. 0 to 2,000. */
  readonly tail: number;
  /** One contiguous window. 100 to 4,000. */
  readonly window: number;
  /** All texts of one read together. 1,000 to 24,000. */
  readonly read: number;
}

/** What a person has configured for a history (design §10): no request can change it. */
export interface HistorySettings {
  /** Workspace roots of callers that bring none, absolute. None: the caller's own work tree. */
  readonly workspaces: readonly string[];
  /** `all`: the other work trees of the caller's repository are its workspace too. */
  readonly worktrees: "own" | "all";
  readonly limits: AnswerLimits;
  /** What the recall of whole sessions may reach. */
  readonly recallScope: "workspace" | "all";
  /** Every setting with its source, for `status`. */
  readonly inForce: readonly SettingInForce[];
}

export const DEFAULT_SETTINGS: HistorySettings = {
  workspaces: [],
  worktrees: "own",
  limits: { hits: 10, head: 2_000, tail: 2_000, window: 4_000, read: 24_000 },
  recallScope: "workspace",
  inForce: [],
};
